import { isTable, type ImportAnswer, type JobAnswer } from '#contracts/csv/answer.ts'
import {
  encodingNames,
  chooseDecimal,
  decimalNames,
  delimiterNames,
  type Choices,
} from '#contracts/csv/options.ts'
import { currencies, type Currency } from '#contracts/pricing.ts'
import { capitalise } from '../lib/text.ts'
import type { ImportKind } from './file-drop.tsx'
import { LabelledSelect } from './import-fields.tsx'

type Props = {
  /** null: the file could not be read as it was, and what it was taken for is not known. */
  answer: ImportAnswer | null
  kind: ImportKind
  /** Of a workbook. */
  sheets: NonNullable<JobAnswer['sheets']>
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

const isUndecided = ({ understood, errors }: ImportAnswer) =>
  understood.decimal === null && errors.some(({ message }) => message.includes(chooseDecimal))

const keysFor = ({ answer, kind, choices }: Props): readonly string[] => {
  if (kind === 'priceFile') return ['encoding']
  // Its numbers are numbers, but for those that are texts.
  if (kind === 'workbook')
    return choices.decimal || (answer && isUndecided(answer)) ? ['decimal'] : []
  return answer === null ? ['delimiter', 'encoding'] : fields.map(({ key }) => key)
}

/** Not those that the user chose not to read. */
const unknownIn = (answer: ImportAnswer, { mapping }: Choices) =>
  answer.understood.columns
    .filter(({ field, heading }) => field === null && mapping?.[heading] !== '')
    .map(({ heading }) => heading)
    .filter((heading) => isTable(answer) && heading !== '' && heading !== 'Feil')

const inWords = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([key, name]) => [key, capitalise(name)] as const)

const CurrencyField = ({ answer, currency, onCurrency }: Props) => (
  <LabelledSelect
    label="Beløp uten valuta er i"
    value={currency ?? ''}
    options={currencies.map((one) => [one, one])}
    onChange={(value) => onCurrency(value || undefined)}
  >
    <option value="">Ikke valgt{answer && ' (leses som NOK)'}</option>
  </LabelledSelect>
)

const SheetField = ({ answer, sheets, choices, onChange }: Props) => (
  <LabelledSelect
    label="Ark"
    value={choices.sheet ?? answer?.understood.sheet ?? ''}
    options={sheets.map(({ name, isHidden }) => [name, isHidden ? `${name} (skjult)` : name])}
    onChange={(sheet) => onChange({ ...choices, sheet: sheet || undefined })}
  >
    {answer === null && <option value="">Det første som vises</option>}
  </LabelledSelect>
)

/** How the file was read, to be looked at and changed. */
export const ReadingFields = (props: Props) => {
  const { answer, kind, sheets, choices, onChange } = props
  const keys = keysFor(props)
  // A file that could not be read may be in a currency that is to be chosen.
  const asksCurrency =
    kind !== 'priceFile' && (answer === null || answer.understood.currency !== null)
  const asksSheet = sheets.length > 1
  const count = keys.length + Number(asksCurrency) + Number(asksSheet)
  const asksDecimal = answer !== null && isUndecided(answer)
  const unknown = answer ? unknownIn(answer, choices) : []
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {answer ? `Slik er filen lest: ${answer.understood.text}` : 'Les filen på en annen måte'}
      </h3>
      <div className={`grid gap-3 ${count === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {asksSheet && <SheetField {...props} />}
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
      {asksCurrency && answer && !props.currency && (
        <p className="text-sm text-warning">
          Filen sier ikke hvilken valuta beløpene er i. De leses som {answer.understood.currency}{' '}
          hvis du ikke velger en annen.
        </p>
      )}
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
