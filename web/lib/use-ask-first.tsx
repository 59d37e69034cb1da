import { useCallback, useEffect, useState } from 'react'
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

type Go = () => void
/** Ask before the page goes elsewhere, the lowest dialog first. */
const guards: ((go: Go) => void)[] = []

/** Goes elsewhere, once whoever has something to lose was asked. */
export const goAskingFirst = (go: Go): void => {
  const top = guards.at(-1)
  if (top) top(go)
  else go()
}

const lower = (guard: (go: Go) => void): void => {
  const at = guards.indexOf(guard)
  if (at !== -1) guards.splice(at, 1)
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
  /** Where to go once it is closed; null while nothing is asked. */
  const [next, setNext] = useState<{ go: Go } | null>(null)
  const ask = useCallback((go: Go) => setNext({ go: () => goAskingFirst(go) }), [])
  useLeaveWarning(isUnsaved)
  useEffect(() => {
    if (isUnsaved) guards.push(ask)
    return () => lower(ask)
  }, [isUnsaved, ask])
  const discard = () => {
    lower(ask)
    onDiscard()
    next?.go()
  }
  const question = { ...(text && { text }), onStay: () => setNext(null), onDiscard: discard }
  return {
    close: () => (isUnsaved ? setNext({ go: () => undefined }) : onClose()),
    question: next && <DiscardQuestion {...question} />,
  }
}
