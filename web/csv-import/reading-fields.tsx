import type { ImportAnswer } from '#contracts/csv/answer.ts'
import {
  encodingNames,
  chooseDecimal,
  decimalNames,
  delimiterNames,
  type Choices,
} from '#contracts/csv/options.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { capitalise } from '../lib/text.ts'
import { LabelledSelect } from './import-fields.tsx'

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

/** Not those that the user chose not to read. */
const unknownIn = ({ understood: { format, columns } }: ImportAnswer, { mapping }: Choices) =>
  columns
    .filter(({ field, heading }) => field === null && mapping?.[heading] !== '')
    .map(({ heading }) => heading)
    .filter((heading) => format === 'csv' && heading !== '' && heading !== 'Feil')

const inWords = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [key, capitalise(name)]))

const CurrencyField = ({ answer, currency, onCurrency }: Props) => (
  <LabelledSelect
    label="Beløp uten valuta er i"
    value={currency ?? ''}
    options={Object.fromEntries(currencies.map((one) => [one, one]))}
    onChange={(value) => onCurrency(value || undefined)}
  >
    <option value="">Ikke valgt{answer && ' (leses som NOK)'}</option>
  </LabelledSelect>
)

/** How the file was read, to be looked at and changed. */
export const ReadingFields = (props: Props) => {
  const { answer, isCsv, choices, onChange } = props
  const keys = keysFor(answer, isCsv)
  // A file that could not be read may be in a currency that is to be chosen.
  const asksCurrency = isCsv && (answer === null || answer.understood.currency !== null)
  const count = keys.length + (asksCurrency ? 1 : 0)
  const asksDecimal = answer !== null && isUndecided(answer)
  const unknown = answer ? unknownIn(answer, choices) : []
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {answer ? `Slik er filen lest: ${answer.understood.text}` : 'Les filen på en annen måte'}
      </h3>
      <div className={`grid gap-3 ${count === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {fields
          .filter(({ key }) => keys.includes(key))
          .map(({ key, label, names, auto }) => {
            const value: string = choices[key] ?? answer?.understood[key] ?? ''
            return (
              <LabelledSelect
                key={key}
                label={label}
                value={value}
                aria-invalid={key === 'decimal' && asksDecimal}
                options={inWords(names)}
                onChange={(chosen) =>
                  onChange({ ...choices, [key]: chosen || undefined } as Choices)
                }
              >
                {(answer === null || value === '') && <option value="">{auto}</option>}
              </LabelledSelect>
            )
          })}
        {asksCurrency && <CurrencyField {...props} />}
      </div>
      {asksDecimal && (
        <p className="text-sm text-danger">
          Tall i filen kan leses på to måter. {chooseDecimal}, så leses filen på nytt.
        </p>
      )}
      {unknown.length > 0 && (
        <p className="text-sm text-warning">
          Disse kolonnene er ukjente, og leses ikke: {unknown.join(', ')}
        </p>
      )}
    </section>
  )
}
