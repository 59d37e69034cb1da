import { useEffect, type ReactNode } from 'react'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { messageOf } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { remember } from '../lib/recent.ts'
import { type Listed } from '../lib/list-paths.ts'
import { recordPath } from '../lib/records.ts'
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

const titles = ['name', 'description', 'supplierArticlenumber']

/** For the search, which shows first what was opened last. */
const useRemembered = (of: Listed, row: AnyRecord | undefined, noun: string) => {
  const username = useUser()?.username
  useEffect(() => {
    const title = row && titles.map((key) => valueAt(row, key)).find(Boolean)
    if (!username || !title) return
    remember(username, { href: recordPath(of, row.id), title: String(title), detail: noun })
  }, [username, of, row, noun])
}

type OpenedProps<Row> = Props & {
  /** What it is: 'Sammenstilling'. */
  noun: string
  children: (row: Row) => ReactNode
}

/** The record that the address names, or why it cannot be shown. Its list is beneath it meanwhile. */
export const OpenedRecord = <Row extends AnyRecord>({
  noun,
  children,
  ...props
}: OpenedProps<Row>) => {
  const { data, error, mutate } = useRecord<Row>(props.of, props.id)
  useRemembered(props.of, data, noun)
  if (data) return children(data)
  if (!error) return null
  // An address that names no number is refused as such.
  if ([400, 404].includes(error.status)) return <MissingRecord {...props} />
  return <Failure error={error} onRetry={() => void mutate()} onClose={props.onClose} />
}
