import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../lib/button.tsx'
import { forgetDraft, keepDraft, readDraft } from '../lib/drafts.ts'
import { dateTime } from '../lib/format.ts'
import { useDiscardGuard } from '../lib/use-discard-guard.tsx'
import { useUser } from '../session/session.ts'

type NoticeProps = {
  at: string
  text?: string | undefined
  onFetch: () => void
  onDiscard: () => void
}

const DraftNotice = ({ at, text, onFetch, onDiscard }: NoticeProps) => (
  <output className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3 py-2">
    <span className="min-w-0 flex-1 basis-56">
      Du har et utkast fra {dateTime(at)}
      {text ? `: «${text}»` : '.'}
    </span>
    <span className="flex gap-2">
      <Button small onClick={onFetch}>
        Hent det
      </Button>
      <Button small look="ghost" onClick={onDiscard}>
        Forkast
      </Button>
    </span>
  </output>
)

type StoredDraftOptions<Values> = {
  of: string
  /** Null: nothing to keep. */
  values: Values | null
  onFetch: (values: Values) => void
  text?: (values: Values) => string
}

/** Drafts belong to one user. */
const useDraftKey = (of: string): string => `${useUser()?.username}.${of}`

/** Keeps the values in local storage, and offers an earlier draft. */
export const useStoredDraft = <Values extends object>({
  of,
  values,
  onFetch,
  text,
}: StoredDraftOptions<Values>) => {
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

type Asking = { isUnsaved: boolean; text?: string | undefined; onClose: () => void }

/** Asks before closing. Values that were saved (`done`) or discarded leave no draft. */
export const useDraftGuard = (of: string, asking: Asking) => {
  const key = useDraftKey(of)
  const done = () => {
    forgetDraft(key)
    asking.onClose()
  }
  return { done, ...useDiscardGuard({ ...asking, onDiscard: done }) }
}

type DraftDialogOptions<Values> = Omit<StoredDraftOptions<Values>, 'text'> &
  Omit<Asking, 'isUnsaved'>

/** For dialogs without a form: also asks before closing. */
export const useDraft = <Values extends object>(options: DraftDialogOptions<Values>) => {
  const { text, onClose, ...kept } = options
  const { offer } = useStoredDraft(kept)
  const isUnsaved = kept.values !== null
  return { offer, ...useDraftGuard(kept.of, { isUnsaved, text, onClose }) }
}
