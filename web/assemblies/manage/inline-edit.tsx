import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { pointerReleased } from '../../lib/pointer-release.ts'
import { useInlineEdit, type Editing } from './use-inline-edit.ts'
import { isFocusLost } from '../../lib/keep-place.ts'

type Props = Editing & {
  label: string
  /** What the closed field tells those who cannot see it: 'Endre antall for Skrue M8'. */
  hint: string
  shown: ReactNode
  numeric?: boolean
  className?: string
}

/** A value that becomes a field when clicked: Enter or leaving it saves, Escape leaves all as it was. */
export const InlineEdit = ({ label, hint, shown, numeric, className = '', ...editing }: Props) => {
  const { open, offer, type, commit, leave, discard } = useInlineEdit(editing)
  const button = useRef<HTMLButtonElement>(null)

  const onKeyDown = async (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    if (key !== 'Enter' && key !== 'Escape') return
    // The dialog around would close, or its form be sent.
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Enter') await commit()
    else discard()
    requestAnimationFrame(() => {
      if (!field.isConnected && isFocusLost()) button.current?.focus()
    })
  }

  if (!open && offer) return <div className="max-w-full">{offer}</div>
  if (!open)
    return (
      <button
        ref={button}
        type="button"
        title={hint}
        onClick={() => type(editing.value)}
        className={`min-h-7 rounded-md px-1.5 text-left decoration-line-strong decoration-dotted underline-offset-4 hover:bg-hover hover:underline ${className}`}
      >
        {shown}
        <span className="sr-only">, {hint}</span>
      </button>
    )
  return (
    <input
      // It was opened by a click on the very same place.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={label}
      aria-invalid={open.is === 'refused'}
      readOnly={open.is === 'saving'}
      value={open.typed}
      inputMode={numeric ? 'numeric' : 'text'}
      onChange={({ target }) => type(target.value)}
      onFocus={({ target }) => target.select()}
      // What is pressed meanwhile stays where it is.
      onBlur={() => void pointerReleased().then(leave)}
      onKeyDown={(event) => void onKeyDown(event)}
      className={`control h-8 min-h-0 ${className}`}
    />
  )
}
