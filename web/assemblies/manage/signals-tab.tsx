import { Activity, Plus, Trash2 } from 'lucide-react'
import { useState, type FormEvent, type InputHTMLAttributes, type ReactNode } from 'react'
import { Select } from '../../fields/select.tsx'
import { Badge } from '../../lib/badge.tsx'
import { Button, IconButton } from '../../lib/button.tsx'
import { toast } from '../../lib/toasts.tsx'
import { Empty, Panel } from '../shared/panel.tsx'

const directions = { input: 'Inngang', output: 'Utgang', bidirectional: 'Toveis' } as const
const signalTypes = { digital: 'Digital', analog: 'Analog' } as const

type SignalForm = {
  readonly name: string
  readonly description: string
  readonly type: keyof typeof directions
  readonly signalType: keyof typeof signalTypes
  readonly voltage: string
  readonly notes: string
}
export type Signal = SignalForm & { readonly id: number }

export const withSignal = (signals: readonly Signal[], form: SignalForm): readonly Signal[] => {
  const name = form.name.trim()
  if (name === '') return signals
  const id = 1 + Math.max(0, ...signals.map((signal) => signal.id))
  return [...signals, { ...form, id, name }]
}

const Labelled = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <label className="flex min-w-0 flex-col gap-1 text-sm font-medium">
    <span>{label}</span>
    {children}
  </label>
)

const Input = ({
  label,
  ...input
}: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) => (
  <Labelled label={label}>
    <input className="control text-base font-normal" maxLength={1_000} {...input} />
  </Labelled>
)

type ChoiceProps = { name: string; label: string; options: Readonly<Record<string, string>> }

const Choice = ({ name, label, options }: ChoiceProps) => (
  <Labelled label={label}>
    <Select name={name} className="text-base font-normal">
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  </Labelled>
)

/** Adds a signal and is empty again for the next. */
const NewSignal = ({ onAdd }: { onAdd: (form: SignalForm) => void }) => {
  const [name, setName] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return
    onAdd(Object.fromEntries(new FormData(event.currentTarget)) as unknown as SignalForm)
    event.currentTarget.reset()
    setName('')
  }
  const star = (
    <span aria-hidden className="text-danger">
      {' *'}
    </span>
  )
  return (
    <form
      onSubmit={submit}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-sunken p-4 sm:grid-cols-3"
    >
      <Input
        label={<>Navn{star}</>}
        name="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choice name="type" label="Retning" options={directions} />
      <Choice name="signalType" label="Signaltype" options={signalTypes} />
      <Input label="Beskrivelse" name="description" />
      <Input label="Spenning" name="voltage" />
      <Input label="Notater" name="notes" />
      <div className="flex justify-end sm:col-span-3">
        <Button type="submit" look="primary" icon={<Plus />} disabled={name.trim() === ''}>
          Legg til signal
        </Button>
      </div>
    </form>
  )
}

const SignalRow = ({ signal, onRemove }: { signal: Signal; onRemove?: () => void }) => (
  <li className="flex items-start gap-2 py-2.5">
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="font-medium break-words">{signal.name}</span>
        <Badge tone="accent">{directions[signal.type]}</Badge>
        <Badge>{signalTypes[signal.signalType]}</Badge>
        {signal.voltage && <Badge>{signal.voltage}</Badge>}
      </div>
      <p className="text-sm break-words text-muted">
        {[signal.description, signal.notes].filter((text) => text.trim()).join(' · ')}
      </p>
    </div>
    {onRemove && (
      <IconButton label={`Fjern ${signal.name}`} icon={<Trash2 />} destructive onClick={onRemove} />
    )}
  </li>
)

type Props = {
  signals: readonly Signal[]
  onChange: (signals: readonly Signal[]) => void
  readOnly: boolean
}

/** Signals live in the memory of the screen: they are gone when the page is left. */
export const SignalsTab = ({ signals, onChange, readOnly }: Props) => {
  const remove = (id: number) => {
    onChange(signals.filter((signal) => signal.id !== id))
    toast({ title: 'Signal fjernet' })
  }
  const add = (form: SignalForm) => {
    onChange(withSignal(signals, form))
    toast({ title: 'Signal lagt til' })
  }
  return (
    <Panel label="Signaler" hint="Signaler lagres ikke på serveren. De er borte når siden lukkes.">
      {!readOnly && <NewSignal onAdd={add} />}
      {signals.length > 0 ? (
        <ul className="divide-y divide-line">
          {signals.map((signal) => (
            <SignalRow
              key={signal.id}
              signal={signal}
              {...(!readOnly && { onRemove: () => remove(signal.id) })}
            />
          ))}
        </ul>
      ) : (
        <Empty icon={<Activity />}>Ingen signaler lagt til</Empty>
      )}
    </Panel>
  )
}
