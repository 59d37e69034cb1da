import { Activity, Trash2 } from 'lucide-react'
import { Badge } from '../../lib/badge.tsx'
import { IconButton } from '../../lib/button.tsx'
import { toast } from '../../lib/toasts.tsx'
import { Empty, Panel } from './panel.tsx'
import { SignalForm } from './signal-form.tsx'
import { directions, signalTypes, withSignal, type Signal } from './signal.ts'

type Props = {
  signals: readonly Signal[]
  onChange: (signals: readonly Signal[]) => void
  readOnly: boolean
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
      <IconButton
        label={`Fjern ${signal.name}`}
        icon={<Trash2 aria-hidden />}
        destructive
        onClick={onRemove}
      />
    )}
  </li>
)

/** Signals live in the memory of the screen: they are gone when the page is left. */
export const SignalsTab = ({ signals, onChange, readOnly }: Props) => {
  const remove = (id: number) => {
    onChange(signals.filter((signal) => signal.id !== id))
    toast({ title: 'Signal fjernet' })
  }
  return (
    <Panel hint="Signaler lagres ikke på serveren. De er borte når siden lukkes.">
      {!readOnly && (
        <SignalForm
          onAdd={(form) => {
            onChange(withSignal(signals, form))
            toast({ title: 'Signal lagt til' })
          }}
        />
      )}
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
        <Empty icon={<Activity aria-hidden />}>Ingen signaler lagt til</Empty>
      )}
    </Panel>
  )
}
