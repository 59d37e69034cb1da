import { atom, useAtom } from 'jotai'
import { Activity, Plus } from 'lucide-react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { choice, text } from '#contracts/fields.ts'
import { FieldControl } from '../../fields/controls.tsx'
import { useStoredDraft } from '../../form/use-draft.tsx'
import { Badge } from '../../lib/badge.tsx'
import { Button, RemoveButton } from '../../lib/button.tsx'
import { toast } from '../../lib/toasts.tsx'
import { useMay } from '../../session/session.ts'
import { Empty } from '../../lib/loaded.tsx'
import { Panel } from '../../lib/panel.tsx'
import { TitleLine } from '../shared/title-line.tsx'

const directions = { input: 'Inngang', output: 'Utgang', bidirectional: 'Toveis' } as const
const signalTypes = { digital: 'Digital', analog: 'Analog' } as const

const empty = {
  name: '',
  type: 'input' as keyof typeof directions,
  signalType: 'digital' as keyof typeof signalTypes,
  description: '',
  voltage: '',
  notes: '',
}
type SignalForm = Readonly<typeof empty>
type Signal = SignalForm & { readonly id: number }

const signalsAtom = atom<ReadonlyMap<number, readonly Signal[]>>(new Map())
const none: readonly Signal[] = []

export const useSignals = (assemblyId: number) => {
  const [all, setAll] = useAtom(signalsAtom)
  const set = (signals: readonly Signal[]) => setAll(new Map(all).set(assemblyId, signals))
  return [all.get(assemblyId) ?? none, set] as const
}

export const withSignal = (signals: readonly Signal[], form: SignalForm): readonly Signal[] => {
  const name = form.name.trim()
  if (name === '') return signals
  const id = 1 + Math.max(0, ...signals.map((signal) => signal.id))
  return [...signals, { ...form, id, name }]
}

const fields = {
  name: text('Navn', { required: true }),
  type: choice('Retning', { names: directions }),
  signalType: choice('Signaltype', { names: signalTypes }),
  description: text('Beskrivelse'),
  voltage: text('Spenning'),
  notes: text('Notater'),
}

const NewSignal = ({ of, onAdd }: { of: string; onAdd: (form: SignalForm) => void }) => {
  const form = useForm({ defaultValues: empty })
  const { control, reset, setFocus, handleSubmit, formState } = form
  const typed = useWatch({ control }) as SignalForm
  const { offer } = useStoredDraft({
    of,
    values: formState.isDirty ? typed : null,
    onFetch: (kept) => reset(kept, { keepDefaultValues: true }),
  })
  const add = handleSubmit((signal) => {
    onAdd(signal)
    setFocus('name')
    reset()
  })
  return (
    <form
      onSubmit={(event) => void add(event)}
      className="mb-4 grid gap-3 rounded-lg border border-line bg-sunken p-4 sm:grid-cols-3"
    >
      {offer && <div className="sm:col-span-3">{offer}</div>}
      <FormProvider {...form}>
        {Object.entries(fields).map(([name, field]) => (
          <FieldControl key={name} name={name} field={field} />
        ))}
      </FormProvider>
      <div className="flex justify-end sm:col-span-3">
        <Button type="submit" look="primary" icon={<Plus />} disabled={typed.name.trim() === ''}>
          Legg til signal
        </Button>
      </div>
    </form>
  )
}

const Description = ({ name, type, signalType, voltage, description, notes }: Signal) => (
  <div className="min-w-0 flex-1">
    <TitleLine title={name}>
      <Badge tone="accent">{directions[type]}</Badge>
      <Badge>{signalTypes[signalType]}</Badge>
      {voltage && <Badge>{voltage}</Badge>}
    </TitleLine>
    <p className="text-sm break-words text-muted">
      {[description, notes].filter((one) => one.trim()).join(' · ')}
    </p>
  </div>
)

/** Signals are only kept in the page's memory and are lost when the page is closed. */
export const SignalsTab = ({ assemblyId }: { assemblyId: number }) => {
  const mayEdit = useMay('edit')
  const [signals, setSignals] = useSignals(assemblyId)
  const change = (changed: readonly Signal[], title: string) => {
    setSignals(changed)
    toast({ title })
  }
  const add = (form: SignalForm) => change(withSignal(signals, form), 'Signal lagt til')
  const remove = (gone: Signal) =>
    change(
      signals.filter((signal) => signal !== gone),
      'Signal fjernet',
    )
  return (
    <Panel label="Signaler" hint="Signaler lagres ikke på serveren. De er borte når siden lukkes.">
      {mayEdit && <NewSignal of={`signal/${assemblyId}`} onAdd={add} />}
      {signals.length > 0 ? (
        <ul className="divide-y divide-line">
          {signals.map((signal) => (
            <li key={signal.id} className="flex items-start gap-2 py-2.5">
              <Description {...signal} />
              {mayEdit && (
                <RemoveButton label={`Fjern ${signal.name}`} onClick={() => remove(signal)} />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Empty icon={<Activity />}>Ingen signaler lagt til</Empty>
      )}
    </Panel>
  )
}
