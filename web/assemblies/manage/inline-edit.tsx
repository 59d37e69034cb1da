import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useLeaveWarning } from '../../lib/use-ask-first.tsx'
import { pointerReleased } from '../../lib/pointer-release.ts'

type Props = {
  /** The field's name while it is open. */
  label: string
  /** What the closed field tells those who cannot see it: 'Endre antall for Skrue M8'. */
  hint: string
  value: string
  shown: ReactNode
  numeric?: boolean
  save: (value: string) => Promise<void>
  className?: string
}

/** A value that becomes a field when clicked: Enter or leaving it saves, Escape leaves all as it was. */
export const InlineEdit = ({ label, hint, value, shown, numeric, save, className = '' }: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const settled = useRef(false)

  const close = (refocus: boolean) => {
    settled.current = true
    setTyped(null)
    if (refocus) requestAnimationFrame(() => button.current?.focus())
  }
  const commit = (refocus: boolean) => {
    if (typed === null || settled.current) return
    close(refocus)
    if (typed.trim() !== value) void save(typed.trim())
  }
  useLeaveWarning(typed !== null && typed.trim() !== value)
  // Back takes the field away: that is leaving it, too.
  const leave = useRef(() => commit(false))
  useEffect(() => void (leave.current = () => commit(false)))
  useEffect(() => () => leave.current(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The dialog around would close, or its form be sent.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') commit(true)
    else close(true)
  }

  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        title={hint}
        onClick={() => {
          settled.current = false
          setTyped(value)
        }}
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
      value={typed}
      inputMode={numeric ? 'numeric' : 'text'}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      // What is pressed meanwhile stays where it is.
      onBlur={() => void pointerReleased().then(() => commit(false))}
      onKeyDown={onKeyDown}
      className={`control h-8 min-h-0 ${className}`}
    />
  )
}
