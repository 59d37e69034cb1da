import { useEffect, type ReactNode } from 'react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { remember } from '../lib/recent.ts'
import { recordPath, type Listed } from '../lib/records.ts'
import { capitalise } from '../lib/text.ts'
import { useRecord } from '../lib/use-record.ts'
import { useUser } from '../session/session.ts'

type Props = { of: Listed; id: string; onClose: () => void }

const MissingRecord = lazyDialog<Props>(
  async () => (await import('./missing-record.tsx')).MissingRecord,
)

type FailureProps = { error: unknown; onRetry: () => void; onClose: () => void }

const Failure = ({ error, onRetry, onClose }: FailureProps) => (
  <Dialog hasAddress onClose={onClose} title="Kunne ikke hente posten" size="sm">
    <div role="alert" className="flex flex-col items-start gap-3 px-5 py-5">
      <p className="text-danger">{messageOf(error)}</p>
      <Button onClick={onRetry}>Prøv igjen</Button>
    </div>
  </Dialog>
)

/** For the search, which shows first what was opened last. */
const useRemembered = (of: Listed, row: AnyRecord | undefined) => {
  const username = useUser()?.username
  const { noun, title } = entityNamed(of)
  const name = row && (valueAt(row, title) || valueAt(row, 'supplierArticlenumber'))
  useEffect(() => {
    if (!username || !row || !name) return
    const href = recordPath(of, row.id)
    remember(username, { href, title: String(name), detail: capitalise(noun.one) })
  }, [username, of, row, name, noun])
}

type OpenedProps<Row> = Props & { children: (row: Row) => ReactNode }

/** The record that the address names, or why it cannot be shown. Its list is beneath it meanwhile. */
export const OpenedRecord = <Row extends AnyRecord>({ children, ...props }: OpenedProps<Row>) => {
  const { data, error, mutate } = useRecord<Row>(props.of, props.id)
  useRemembered(props.of, data)
  if (data) return children(data)
  if (!error) return null
  // An address that names no number is refused as such.
  if ([400, 404].includes(error.status)) return <MissingRecord {...props} />
  return <Failure error={error} onRetry={() => void mutate()} onClose={props.onClose} />
}
