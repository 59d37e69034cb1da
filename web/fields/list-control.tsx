import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useController } from 'react-hook-form'
import { useFieldAttributes } from './field-row.tsx'
import type { ControlProps } from './basic-controls.tsx'

/** Trims the text; ignores empty texts and duplicates. */
export const withTag = (tags: readonly string[], typed: string): readonly string[] => {
  const tag = typed.trim()
  return tag === '' || tags.includes(tag) ? tags : [...tags, tag]
}

const Tag = ({ tag, onRemove }: { tag: string; onRemove: () => void }) => (
  <span className="inline-flex max-w-full items-center rounded-sm bg-sunken pl-2 text-sm ring-1 ring-line ring-inset">
    <span className="truncate">{tag}</span>
    <button
      type="button"
      aria-label={`Fjern ${tag}`}
      className="grid size-6 place-items-center rounded-sm text-muted hover:text-danger"
      onClick={onRemove}
    >
      <X className="size-3.5" />
    </button>
  </span>
)

/** Enter or blur adds the text, so that it is never lost. Backspace removes the last one. */
export const ListControl = ({ name, field }: ControlProps) => {
  const { ref, value, onBlur, onChange } = useController({ name }).field
  const [typed, setTyped] = useState('')
  const tags = value as readonly string[]

  const add = () => {
    onChange(withTag(tags, typed))
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    }
    if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
  }

  return (
    <div className="control flex flex-wrap items-center gap-1.5 focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
      {tags.map((tag) => (
        <Tag key={tag} tag={tag} onRemove={() => onChange(tags.filter((other) => other !== tag))} />
      ))}
      <input
        className="min-w-24 flex-1 bg-transparent outline-none"
        placeholder={field.placeholder ?? 'Skriv og trykk Enter'}
        maxLength={field.max}
        {...useFieldAttributes()}
        ref={ref}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          add()
          onBlur()
        }}
      />
    </div>
  )
}
