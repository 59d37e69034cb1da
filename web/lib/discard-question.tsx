import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { text?: string; onStay: () => void; onDiscard: () => void }

const typed = 'Det du har skrevet, er ikke lagret.'

/** Before a changed form is closed. */
export const DiscardQuestion = ({ text = typed, onStay, onDiscard }: Props) => (
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
    <p className="px-5 py-5">{text}</p>
  </Dialog>
)
