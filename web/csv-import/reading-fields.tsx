import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { chooseDecimal } from '#contracts/csv/cells.ts'
import { encodingNames } from '#contracts/csv/encodings.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { decimalNames, delimiterNames, type Choices } from '#contracts/csv/understood.ts'
import { Select } from '../fields/select.tsx'
import { capitalised } from '../lib/words.ts'
import { Labelled } from './option-fields.tsx'

type Props = {
  /** null: the file could not be read as it was, and what it was taken for is not known. */
  answer: ImportAnswer | null
  isCsv: boolean
  choices: Choices
  onChange: (choices: Choices) => void
  /** What amounts are said to be in that do not say it. */
  currency: Currency | undefined
  onCurrency: (currency: Currency | undefined) => void
}

const fields = [
  { key: 'delimiter', label: 'Skilletegn', names: delimiterNames, auto: 'Automatisk' },
  { key: 'decimal', label: 'Desimaltegn', names: decimalNames, auto: 'Ikke avgjort' },
  { key: 'encoding', label: 'Tegnsett', names: encodingNames, auto: 'Automatisk' },
] as const

const keysFor = (answer: ImportAnswer | null, isCsv: boolean): readonly string[] => {
  if (!isCsv) return ['encoding']
  return answer === null ? ['delimiter', 'encoding'] : fields.map(({ key }) => key)
}

const isUndecided = ({ understood, errors }: ImportAnswer) =>
  understood.decimal === null && errors.some(({ message }) => message.includes(chooseDecimal))

/** Not those of which somebody said that they are not to be read. */
const unknownIn = ({ understood: { format, columns } }: ImportAnswer, { mapping }: Choices) =>
  format === 'csv'
    ? columns
        .filter(({ field, heading }) => field === null && mapping?.[heading] !== '')
        .filter(({ heading }) => heading !== '' && heading !== 'Feil')
    : []

/** How the file was read, to be looked at and changed. */
export const ReadingFields = (props: Props) => {
  const { answer, isCsv, choices, onChange, currency, onCurrency } = props
  const keys = keysFor(answer, isCsv)
  // A file that could not be read may be in a currency that is to be chosen.
  const asksCurrency = isCsv && (answer === null || answer.understood.currency !== null)
  const asksDecimal = answer !== null && isUndecided(answer)
  const unknown = answer ? unknownIn(answer, choices) : []
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {answer ? `Slik er filen lest: ${answer.understood.text}` : 'Les filen på en annen måte'}
      </h3>
      <div className={`flex flex-wrap gap-3 ${keys.length === 1 ? 'sm:max-w-1/2' : ''}`}>
        {fields
          .filter(({ key }) => keys.includes(key))
          .map(({ key, label, names, auto }) => {
            const value = choices[key] ?? answer?.understood[key] ?? ''
            return (
              <Labelled key={key} label={label}>
                <Select
                  value={value}
                  aria-invalid={key === 'decimal' && asksDecimal}
                  onChange={({ target }) =>
                    onChange({ ...choices, [key]: target.value || undefined } as Choices)
                  }
                >
                  {(answer === null || value === '') && <option value="">{auto}</option>}
                  {Object.entries(names).map(([one, name]) => (
                    <option key={one} value={one}>
                      {capitalised(name)}
                    </option>
                  ))}
                </Select>
              </Labelled>
            )
          })}
        {asksCurrency && (
          <Labelled label="Beløp uten valuta er i">
            <Select
              value={currency ?? ''}
              onChange={({ target }) =>
                onCurrency(currencies.find((known) => known === target.value))
              }
            >
              <option value="">Ikke valgt{answer && ' (leses som NOK)'}</option>
              {currencies.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </Select>
          </Labelled>
        )}
      </div>
      {asksDecimal && (
        <p className="text-sm text-danger">
          Tall i filen kan leses på to måter. {chooseDecimal}, så leses filen på nytt.
        </p>
      )}
      {unknown.length > 0 && (
        <p className="text-sm text-warning">
          Disse kolonnene er ukjente, og leses ikke:{' '}
          {unknown.map(({ heading }) => heading).join(', ')}
        </p>
      )}
    </section>
  )
}
