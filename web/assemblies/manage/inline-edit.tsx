import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useStoredDraft } from '../../form/use-draft.tsx'
import { pointerReleased } from '../../lib/pointer-release.ts'
import { useLeaveWarning } from '../../lib/use-discard-guard.tsx'

type Open = { readonly typed: string; readonly is: 'edited' | 'saving' | 'refused' }

type Editing = {
  of: string
  value: string
  /** Returns false if the save failed; the user has then seen the error. */
  save: (value: string) => Promise<boolean>
}

/** The state of an inline edit. A value that was not saved stays in its field, or is kept as a draft. */
const useInlineEdit = ({ of, value, save }: Editing) => {
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

type Props = Editing & {
  label: string
  /** The button's text for screen readers: 'Endre antall for Skrue M8'. */
  hint: string
  shown: ReactNode
  numeric?: boolean
  className?: string
}

/** A button that becomes a field when clicked. Enter or blur saves, Escape cancels. */
export const InlineEdit = ({ label, hint, shown, numeric, className = '', ...editing }: Props) => {
  const { open, offer, type, commit, leave, discard } = useInlineEdit(editing)

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key !== 'Enter' && key !== 'Escape') return
    // Otherwise Escape would close the dialog, and Enter would submit its form.
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Enter') void commit()
    else discard()
  }

  if (!open && offer) return <div className="max-w-full">{offer}</div>
  if (!open)
    return (
      <button
        type="button"
        title={hint}
        onClick={() => type(editing.value)}
        className={`min-h-7 rounded-md px-1.5 text-left break-words decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover hover:underline ${className}`}
      >
        {shown}
        <span className="sr-only">, {hint}</span>
      </button>
    )
  return (
    <input
      // The user has just clicked this place, so autofocus does not move the focus unexpectedly.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={label}
      aria-invalid={open.is === 'refused'}
      readOnly={open.is === 'saving'}
      value={open.typed}
      inputMode={numeric ? 'numeric' : 'text'}
      onChange={({ target }) => type(target.value)}
      onFocus={({ target }) => target.select()}
      // Wait for the pointer's release: saving moves the layout, and the click would miss its target.
      onBlur={() => void pointerReleased().then(leave)}
      onKeyDown={onKeyDown}
      className={`control h-8 min-h-0 ${className}`}
    />
  )
}
