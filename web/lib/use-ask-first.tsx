import { useEffect, useState } from 'react'
import { DiscardQuestion } from './discard-question.tsx'

/** Asks before the page is left while something is on its way, or typed and not saved. */
export const useLeaveWarning = (isUnsaved: boolean) => {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

type Asking = {
  isUnsaved: boolean
  /** What would be lost. */
  text?: string
  onClose: () => void
  onDiscard?: () => void
}

/** Closing asks first while something would be lost, whichever way it is closed; so does leaving the page. */
export const useAskFirst = ({ isUnsaved, text, onClose, onDiscard = onClose }: Asking) => {
  const [asking, setAsking] = useState(false)
  useLeaveWarning(isUnsaved)
  const question = { ...(text && { text }), onStay: () => setAsking(false), onDiscard }
  return {
    close: () => (isUnsaved ? setAsking(true) : onClose()),
    question: asking && <DiscardQuestion {...question} />,
  }
}
