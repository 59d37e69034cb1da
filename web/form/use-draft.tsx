import { useEffect, useState, type ReactNode } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../lib/drafts.ts'
import { useDiscardGuard } from '../lib/use-discard-guard.tsx'
import { useUser } from '../session/session.ts'
import { DraftNotice } from './draft-notice.tsx'

type Kept<Values> = {
  /** What is edited. */
  of: string
  /** null: nothing is typed. */
  values: Values | null
  onFetch: (values: Values) => void
  /** What was typed, where it is short. */
  text?: (values: Values) => string
}

/** A draft is of one person. */
export const useDraftKey = (of: string): string => `${useUser()?.username}.${of}`

/** Keeps what is typed through a crash of the tab, and offers what was kept before. */
export const useKept = <Values extends object>({ of, values, onFetch, text }: Kept<Values>) => {
  const key = useDraftKey(of)
  const [offered, setOffered] = useState(() => readDraft<Values>(key))
  const isOffered = offered !== undefined
  const json = values && JSON.stringify(values)
  useEffect(() => {
    if (json) keepDraft(key, JSON.parse(json) as Values)
    else if (!isOffered) forgetDraft(key)
  }, [key, json, isOffered])

  const settle = () => setOffered(undefined)
  const offer: ReactNode = offered && (
    <DraftNotice
      at={offered.at}
      text={text?.(offered.values)}
      onFetch={() => {
        onFetch(offered.values)
        settle()
      }}
      onDiscard={settle}
    />
  )
  return { offer, forget: () => forgetDraft(key) }
}

type Drafting<Values> = Omit<Kept<Values>, 'text'> & {
  /** What would be lost. */
  text?: string
  onClose: () => void
}

/** For a dialog that is no form: it also asks before it closes. */
export const useDraft = <Values extends object>({ text, onClose, ...kept }: Drafting<Values>) => {
  const { offer, forget } = useKept(kept)
  const onDiscard = () => {
    forget()
    onClose()
  }
  const asking = { ...(text && { text }), isUnsaved: kept.values !== null, onClose, onDiscard }
  return { offer, forget, ...useDiscardGuard(asking) }
}
