import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'

type Props = { onStay: () => void; onDiscard: () => void }

/** Before a changed form is closed. */
export const DiscardQuestion = ({ onStay, onDiscard }: Props) => (
  <Dialog
    onClose={onStay}
    title="Forkaste endringene?"
    size="sm"
    footer={
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={onDiscard}>Forkast</Button>
        <Button look="primary" onClick={onStay}>
          Fortsett å redigere
        </Button>
      </footer>
    }
  >
    <p className="px-5 py-5">Det du har skrevet, er ikke lagret.</p>
  </Dialog>
)
