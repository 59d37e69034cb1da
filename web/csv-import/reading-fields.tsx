import type { UnderstoodAnswer } from '#contracts/csv/answer.ts'
import {
  decimalNames,
  delimiterNames,
  encodingNames,
  type Choices,
} from '#contracts/csv/understood.ts'
import { Select } from '../fields/select.tsx'
import { capitalised } from '../lib/words.ts'
import { Labelled } from './option-fields.tsx'

type Props = {
  understood: UnderstoodAnswer
  choices: Choices
  onChange: (choices: Choices) => void
  disabled: boolean
}

const fields = [
  { key: 'delimiter', label: 'Skilletegn', names: delimiterNames },
  { key: 'decimal', label: 'Desimaltegn', names: decimalNames },
  { key: 'encoding', label: 'Tegnsett', names: encodingNames },
] as const

/** How the file was read, to be looked at and changed. */
export const ReadingFields = ({ understood, choices, onChange, disabled }: Props) => {
  const isPriceFile = understood.format === 'nelfo'
  const shown = fields.filter(({ key }) => !isPriceFile || key === 'encoding')
  const unknown = understood.columns.filter(
    ({ field, heading }) => field === null && heading !== '' && heading !== 'Feil',
  )
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">Slik er filen lest: {understood.text}</h3>
      <div className={`flex flex-wrap gap-3 ${isPriceFile ? 'sm:max-w-1/2' : ''}`}>
        {shown.map(({ key, label, names }) => (
          <Labelled key={key} label={label}>
            <Select
              disabled={disabled}
              value={choices[key] ?? understood[key] ?? ''}
              onChange={({ target }) =>
                onChange({ ...choices, [key]: target.value || undefined } as Choices)
              }
            >
              {(choices[key] ?? understood[key]) === null && <option value="">Ikke avgjort</option>}
              {Object.entries(names).map(([value, name]) => (
                <option key={value} value={value}>
                  {capitalised(name)}
                </option>
              ))}
            </Select>
          </Labelled>
        ))}
      </div>
      {!isPriceFile && unknown.length > 0 && (
        <p className="text-sm text-warning">
          Disse kolonnene er ukjente, og leses ikke:{' '}
          {unknown.map(({ heading }) => heading).join(', ')}
        </p>
      )}
    </section>
  )
}
