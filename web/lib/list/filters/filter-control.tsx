import { useState, type ReactNode } from 'react'
import type { Narrowing } from '#contracts/list/filters.ts'
import { LabelledInput } from '../../labelled.tsx'
import { Select } from '../../select.tsx'
import { ChoiceOf, RecordChoice, ValueChoice } from './choice-controls.tsx'
import type { FilterControlProps } from './filter-state.ts'

const decimal = /^-?\d+(\.\d+)?$/
/** Accepts Norwegian notation: "1 234,5". */
const typedNumber = (text: string) => text.replaceAll(/\s/g, '').replace(',', '.')

type BoundProps = FilterControlProps & { suffix: '.min' | '.max'; label: string }

const Bound = ({ filter, filters, onChange, suffix, label }: BoundProps) => {
  const isDay = filter.narrowing === 'days'
  const [text, setText] = useState(filters[filter.key + suffix]?.[0] ?? '')
  const typed = isDay ? text : typedNumber(text)
  const isWrong = !isDay && typed !== '' && !decimal.test(typed)
  const change = (next: string) => {
    setText(next)
    const value = isDay ? next : typedNumber(next)
    if (isDay || value === '' || decimal.test(value)) onChange(suffix, value === '' ? [] : [value])
  }
  return (
    <div className="min-w-0 flex-1">
      <LabelledInput
        label={label}
        type={isDay ? 'date' : 'text'}
        inputMode={isDay ? undefined : 'decimal'}
        aria-invalid={isWrong}
        value={text}
        onChange={change}
      />
      {isWrong && <p className="text-sm text-danger">Må være et tall</p>}
    </div>
  )
}

const Range = (props: FilterControlProps) => (
  <div className="clear-both flex gap-3">
    <Bound {...props} suffix=".min" label="Fra og med" />
    <Bound {...props} suffix=".max" label="Til og med" />
  </div>
)

const Flag = (props: FilterControlProps) => (
  <ChoiceOf
    {...props}
    choices={[
      { value: 'true', label: 'Ja' },
      { value: 'false', label: 'Nei' },
    ]}
  />
)

const controls: Readonly<Record<Narrowing, (props: FilterControlProps) => ReactNode>> = {
  values: ValueChoice,
  records: RecordChoice,
  flag: Flag,
  numbers: Range,
  days: Range,
  presence: () => null,
}

const EmptyChoice = ({ filter, filters, onChange }: FilterControlProps) => {
  const isNarrowed = ['', '.min', '.max'].some((suffix) => filter.key + suffix in filters)
  return (
    <Select
      aria-label={`${filter.label}: med eller uten verdi`}
      className="clear-both"
      value={filters[`${filter.key}.empty`]?.[0] ?? ''}
      onChange={({ target: { value } }) => onChange('.empty', value === '' ? [] : [value])}
      options={[
        ['', isNarrowed ? 'Bare dem som passer' : 'Med og uten verdi'],
        ['false', 'Har verdi'],
        ['true', isNarrowed ? 'Også dem uten verdi' : 'Mangler verdi'],
      ]}
    />
  )
}

export const FilterControl = (props: FilterControlProps) => {
  const Control = controls[props.filter.narrowing]
  return (
    <>
      <Control {...props} />
      {props.filter.narrowing !== 'flag' && <EmptyChoice {...props} />}
    </>
  )
}
