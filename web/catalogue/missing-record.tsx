import { History } from 'lucide-react'
import { useState } from 'react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { HistoryDialog } from '../history/lazy-history-dialog.ts'
import { asOf } from '../lib/as-of.ts'
import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import type { Listed } from '../lib/list-paths.ts'
import { capitalise } from '../lib/text.ts'
import { useMay } from '../session/session.ts'

type Props = { of: Listed; id: string; onClose: () => void }

/** What was deleted still has its history. */
export const MissingRecord = ({ of, id, onClose }: Props) => {
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
