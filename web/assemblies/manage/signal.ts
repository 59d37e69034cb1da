/** Signals live on the screen only: nothing is sent to the server. */
export const directions = { input: 'Inngang', output: 'Utgang', bidirectional: 'Toveis' } as const
export const signalTypes = { digital: 'Digital', analog: 'Analog' } as const

export type Signal = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: keyof typeof directions
  readonly signalType: keyof typeof signalTypes
  readonly voltage: string
  readonly notes: string
}

export type SignalForm = Omit<Signal, 'id'>

export const emptySignal: SignalForm = {
  name: '',
  description: '',
  type: 'input',
  signalType: 'digital',
  voltage: '',
  notes: '',
}

export const withSignal = (signals: readonly Signal[], form: SignalForm): readonly Signal[] => {
  const name = form.name.trim()
  if (name === '') return signals
  const id = 1 + Math.max(0, ...signals.map((signal) => signal.id))
  return [...signals, { ...form, id, name }]
}
