import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-sunken text-muted ring-line',
  accent: 'bg-accent-soft text-accent-strong ring-accent/25',
  warning: 'bg-warning-soft text-warning ring-warning/25',
  danger: 'bg-danger-soft text-danger ring-danger/25',
  success: 'bg-success-soft text-success ring-success/25',
}
export type Tone = keyof typeof tones

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex max-w-full min-w-fit items-center gap-1 rounded-sm wrap-anywhere px-1.5 text-xs leading-5 font-medium ring-1 ring-inset print:px-0 print:leading-normal print:ring-0 ${tones[tone]}`}
  >
    {children}
  </span>
)
