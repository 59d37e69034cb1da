import { Plus } from 'lucide-react'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Select } from '../../fields/select.tsx'
import { Button } from '../../lib/button.tsx'
import { directions, emptySignal, signalTypes, type SignalForm as Form } from './signal.ts'

type LabelledProps = {
  label: string
  required?: boolean
  children: (id: string) => ReactNode
}

const Labelled = ({ label, required = false, children }: LabelledProps) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      {children(id)}
    </div>
  )
}

/** Adds a signal and is empty again for the next. */
export const SignalForm = ({ onAdd }: { onAdd: (form: Form) => void }) => {
  const [form, setForm] = useState(emptySignal)
  const set = (changes: Partial<Form>) => setForm((before) => ({ ...before, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.name.trim() === '') return
    onAdd(form)
    setForm(emptySignal)
  }
  const input = (key: 'name' | 'description' | 'voltage' | 'notes', label: string) => (
    <Labelled label={label} required={key === 'name'}>
      {(id) => (
        <input
          id={id}
          className="control"
          maxLength={1_000}
          value={form[key]}
          onChange={({ target }) => set({ [key]: target.value })}
        />
      )}
    </Labelled>
  )
  const select = (
    key: 'type' | 'signalType',
    label: string,
    options: Readonly<Record<string, string>>,
  ) => (
    <Labelled label={label}>
      {(id) => (
        <Select id={id} value={form[key]} onChange={({ target }) => set({ [key]: target.value })}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  )
  return (
    <form
      onSubmit={submit}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-sunken p-4 sm:grid-cols-3"
    >
      {input('name', 'Navn')}
      {select('type', 'Retning', directions)}
      {select('signalType', 'Signaltype', signalTypes)}
      {input('description', 'Beskrivelse')}
      {input('voltage', 'Spenning')}
      {input('notes', 'Notater')}
      <div className="flex justify-end sm:col-span-3">
        <Button
          type="submit"
          look="primary"
          icon={<Plus aria-hidden />}
          disabled={form.name.trim() === ''}
        >
          Legg til signal
        </Button>
      </div>
    </form>
  )
}
