import type { ReactNode } from 'react'

type Props<Key extends string> = {
  label: string
  texts: Readonly<Record<Key, string>>
  chosen: Key
  onChoose: (key: Key) => void
  /** Of the chosen one. */
  title?: string
  mark?: ReactNode
  className?: string
}

/** Buttons side by side, of which one is pressed. */
export const Segments = <Key extends string>(props: Props<Key>) => {
  const { label, texts, chosen, onChoose, title, mark, className = '' } = props
  return (
    <fieldset
      className={`flex rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset ${className}`}
    >
      <legend className="sr-only">{label}</legend>
      {(Object.keys(texts) as Key[]).map((key) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          title={key === chosen ? title : undefined}
          className="inline-flex h-8 items-center gap-1 rounded-sm px-2.5 text-sm text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
          onClick={() => onChoose(key)}
        >
          {texts[key]}
          {key === chosen && mark}
        </button>
      ))}
    </fieldset>
  )
}
