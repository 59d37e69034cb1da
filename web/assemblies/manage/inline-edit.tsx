import type { KeyboardEvent, ReactNode } from 'react'
import { pointerReleased } from '../../lib/pointer-release.ts'
import { useInlineEdit, type Editing } from './use-inline-edit.ts'

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
