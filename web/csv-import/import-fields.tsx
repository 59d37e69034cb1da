import { useId, type ReactNode, type Ref } from 'react'
import { longestReason } from '#contracts/fields.ts'
import { LabelledInput } from '../lib/labelled.tsx'

type StepProps = { title: string; at?: Ref<HTMLElement>; children: ReactNode }

export const Step = ({ title, at, children }: StepProps) => (
  <section ref={at} className="flex scroll-mt-4 flex-col gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
)

type ReasonProps = { value: string; onChange: (value: string) => void; why: string }

export const ReasonField = ({ value, onChange, why }: ReasonProps) => {
  const hint = useId()
  return (
    <div className="basis-full">
      <LabelledInput
        label="Begrunnelse"
        maxLength={longestReason}
        aria-describedby={hint}
        value={value}
        onChange={onChange}
      />
      <p id={hint} className="mt-1 text-xs text-muted">
        Valgfritt: {why}. Blir stående i historikken.
      </p>
    </div>
  )
}
