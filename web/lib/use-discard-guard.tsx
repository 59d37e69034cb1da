import { useCallback, useEffect, useState } from 'react'
import { leaveAfterGuards, removeGuard, addGuard } from './leave-guards.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useWindowEvent } from './use-window-event.ts'

type Props = { text: string | undefined; onStay: () => void; onDiscard: () => void }

const typed = 'Det du har skrevet, er ikke lagret.'

const DiscardQuestion = ({ text = typed, onStay, onDiscard }: Props) => (
  <Dialog
    onClose={onStay}
    title="Forkaste endringene?"
    size="sm"
    footer={
      <>
        <Button onClick={onDiscard}>Forkast</Button>
        <Button look="primary" onClick={onStay}>
          Fortsett å redigere
        </Button>
      </>
    }
  >
    <p className="px-5 py-5">{text}</p>
  </Dialog>
)

/** The browser asks before leaving the page while there is unsaved input or a running request. */
export const useLeaveWarning = (isUnsaved: boolean) =>
  useWindowEvent('beforeunload', (event) => event.preventDefault(), isUnsaved)

type Asking = {
  isUnsaved: boolean
  text?: string | undefined
  onClose: () => void
  onDiscard?: () => void
}

/** Asks before closing or navigating while input is unsaved. */
export const useDiscardGuard = ({ isUnsaved, text, onClose, onDiscard = onClose }: Asking) => {
  /** Where to go after discarding; null while the question is closed. */
  const [next, setNext] = useState<{ go: () => void } | null>(null)
  const ask = useCallback((go: () => void) => setNext({ go: () => leaveAfterGuards(go) }), [])
  useLeaveWarning(isUnsaved)
  useEffect(() => {
    if (isUnsaved) addGuard(ask)
    return () => removeGuard(ask)
  }, [isUnsaved, ask])
  const discard = () => {
    removeGuard(ask)
    onDiscard()
    next?.go()
  }
  const question = { text, onStay: () => setNext(null), onDiscard: discard }
  return {
    close: () => (isUnsaved ? setNext({ go: () => undefined }) : onClose()),
    question: next && <DiscardQuestion {...question} />,
  }
}
