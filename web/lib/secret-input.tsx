import { useState, type ComponentProps } from 'react'

/** The button comes after the input: Tab leads from the field before to the input. */
export const SecretInput = (input: ComponentProps<'input'>) => {
  const [visible, setVisible] = useState(false)
  return (
    <span className="relative block">
      <input {...input} type={visible ? 'text' : 'password'} className="control pr-16" />
      <button
        type="button"
        aria-pressed={visible}
        className="absolute inset-y-0 right-0 px-3 text-xs text-accent hover:underline"
        onClick={() => setVisible(!visible)}
      >
        {visible ? 'Skjul' : 'Vis'}
        <span className="sr-only"> passord</span>
      </button>
    </span>
  )
}
