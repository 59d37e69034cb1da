import { useEffect, useState, type ReactNode } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../lib/drafts.ts'
import { useAskFirst } from '../lib/use-ask-first.tsx'
import { useUser } from '../session/session.ts'
import { DraftNotice } from './draft-notice.tsx'

type Drafting<Values> = {
  /** The dialog and the record. */
  of: string
  /** null: nothing is typed. */
  values: Values | null
  onFetch: (values: Values) => void
  /** What would be lost. */
  text?: string
  onClose: () => void
}

/** For a dialog that is no form: asks before it closes, keeps its values, and offers what was kept before. */
export const useDraft = <Values extends object>(props: Drafting<Values>) => {
  const { of, values, onFetch, text: lost, onClose } = props
  const key = `${useUser()?.username}.${of}`
  const [offered, setOffered] = useState(() => readDraft<Values>(key))
  const isOffered = offered !== undefined
  const text = values && JSON.stringify(values)
  useEffect(() => {
    if (text) keepDraft(key, JSON.parse(text) as Values)
    else if (!isOffered) forgetDraft(key)
  }, [key, text, isOffered])

  const settle = () => setOffered(undefined)
  const offer: ReactNode = offered && (
    <DraftNotice
      at={offered.at}
      onFetch={() => {
        onFetch(offered.values)
        settle()
      }}
      onDiscard={settle}
    />
  )
  const forget = () => forgetDraft(key)
  const onDiscard = () => {
    forget()
    onClose()
  }
  const asking = { ...(lost && { text: lost }), isUnsaved: values !== null, onClose, onDiscard }
  return { offer, forget, ...useAskFirst(asking) }
}
