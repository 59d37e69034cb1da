import { History } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { AnyRecord } from '#contracts/entity.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { HistoryDialog } from '../history/lazy-history-dialog.ts'
import { messageOf } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import type { Listed } from '../lib/records.ts'
import { capitalise } from '../lib/text.ts'
import { useRecord } from '../lib/use-record.ts'
import { useMay } from '../session/session.ts'

type Props = { of: Listed; id: string; onClose: () => void }

/** What was deleted still has its history. */
const Missing = ({ of, id, onClose }: Props) => {
  const maySeeHistory = useMay('history')
  const [historyOpen, setHistoryOpen] = useState(false)
  const title = `${capitalise(entityNamed(of).noun.one)} nr. ${id}`
  const when = asOf() === null ? '' : ' på det viste tidspunktet'
  return (
    <Dialog hasAddress onClose={onClose} title={title} size="sm">
      <div role="alert" className="flex flex-col items-start gap-3 px-5 py-5">
        <p>Posten finnes ikke{when}. Den kan være slettet, eller lenken kan være feil.</p>
        {maySeeHistory && /^\d+$/.test(id) && (
          <Button icon={<History />} onClick={() => setHistoryOpen(true)}>
            Historikk
          </Button>
        )}
      </div>
      {historyOpen && (
        <HistoryDialog
          subject={{ entity: of, id }}
          title={title}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </Dialog>
  )
}

type FailureProps = { error: unknown; onRetry: () => void; onClose: () => void }

const Failure = ({ error, onRetry, onClose }: FailureProps) => (
  <Dialog hasAddress onClose={onClose} title="Kunne ikke hente posten" size="sm">
    <div role="alert" className="flex flex-col items-start gap-3 px-5 py-5">
      <p className="text-danger">{messageOf(error)}</p>
      <Button onClick={onRetry}>Prøv igjen</Button>
    </div>
  </Dialog>
)

type OpenedProps<Row> = Props & { children: (row: Row) => ReactNode }

/** The record that the address names, or why it cannot be shown. Its list is beneath it meanwhile. */
export const OpenedRecord = <Row extends AnyRecord>({ children, ...props }: OpenedProps<Row>) => {
  const { data, error, mutate } = useRecord<Row>(props.of, props.id)
  if (data) return children(data)
  if (!error) return null
  // An address that names no number is refused as such.
  if ([400, 404].includes(error.status)) return <Missing {...props} />
  return <Failure error={error} onRetry={() => void mutate()} onClose={props.onClose} />
}
