import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStoredDraft } from '../../form/use-draft.tsx'
import { useLeaveWarning } from '../../lib/use-discard-guard.tsx'

type Open = { readonly typed: string; readonly is: 'edited' | 'saving' | 'refused' }

export type Editing = {
  of: string
  value: string
  /** Returns false if the save failed; the user has then seen the error. */
  save: (value: string) => Promise<boolean>
}

/** The state of an inline edit. A value that was not saved stays in its field, or is kept as a draft. */
export const useInlineEdit = ({ of, value, save }: Editing) => {
  const [open, setOpen] = useState<Open | null>(null)
  // A ref, because an unmount or blur may come before the next render.
  const now = useRef<Open | null>(null)
  const set = (next: Open | null) => {
    now.current = next
    setOpen(next)
  }
  const type = (typed: string) => set({ typed, is: 'edited' })
  const unsaved = open && open.typed.trim() !== value ? { typed: open.typed } : null
  useLeaveWarning(unsaved !== null)
  const { offer, forget } = useStoredDraft({
    of,
    values: unsaved,
    onFetch: (kept) => type(kept.typed),
    text: (kept) => kept.typed,
  })

  const commit = async () => {
    const typed = now.current?.typed.trim()
    if (typed === undefined || now.current?.is === 'saving') return
    if (typed === value) return set(null)
    set({ typed, is: 'saving' })
    const isSaved = await save(typed)
    if (isSaved) forget()
    set(isSaved ? null : { typed, is: 'refused' })
  }
  const leave = () => {
    if (now.current?.is === 'edited') void commit()
  }
  // Also saves on unmount, such as when Back closes the dialog.
  const leaveNow = useEffectEvent(leave)
  useEffect(() => () => leaveNow(), [])
  return { open, offer, type, commit, leave, discard: () => set(null) }
}
