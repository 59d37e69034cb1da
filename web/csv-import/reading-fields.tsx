import { isTable, type ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { faultHeading } from '#contracts/csv/headings.ts'
import {
  encodingNames,
  chooseDecimal,
  decimalNames,
  delimiterNames,
  type Choices,
} from '#contracts/csv/options.ts'
import { currencies } from '#contracts/pricing.ts'
import { capitalized } from '#contracts/text.ts'
import { LabelledSelect } from '../lib/labelled.tsx'
import type { CsvImport } from './use-csv-import.ts'

type Props = { work: CsvImport; known: JobAnswer }

const fields = [
  { key: 'delimiter', label: 'Skilletegn', names: delimiterNames, auto: 'Automatisk' },
  { key: 'decimal', label: 'Desimaltegn', names: decimalNames, auto: 'Ikke avgjort' },
  { key: 'encoding', label: 'Tegnsett', names: encodingNames, auto: 'Automatisk' },
] as const

const isUndecided = ({ understood, errors }: ImportAnswer) =>
  understood.decimal === null && errors.some(({ message }) => message.includes(chooseDecimal))

const keysFor = (answer: ImportAnswer | null, { kind, choices }: CsvImport): readonly string[] => {
  if (kind === 'priceFile') return ['encoding']
  // Workbooks have typed numbers; the decimal sign matters only for numbers stored as text.
  if (kind === 'workbook')
    return choices.decimal || (answer && isUndecided(answer)) ? ['decimal'] : []
  return answer === null ? ['delimiter', 'encoding'] : fields.map(({ key }) => key)
}

/** Leaves out columns that the user has chosen to ignore. */
const unknownIn = (answer: ImportAnswer, { mapping }: Choices) =>
  answer.understood.columns
    .filter(({ field, heading }) => field === null && mapping?.[heading] !== '')
    .map(({ heading }) => heading)
    .filter((heading) => isTable(answer) && heading !== '' && heading !== faultHeading)

const none = (isOffered: boolean, text: string) => (isOffered ? [['', text] as const] : [])

const inWords = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([key, name]) => [key, capitalized(name)] as const)

const CurrencyField = ({ work, known: { answer } }: Props) => (
  <LabelledSelect
    label="Beløp uten valuta er i"
    value={work.options.currency ?? ''}
    options={[
      ['', answer ? 'Ikke valgt (leses som NOK)' : 'Ikke valgt'],
      ...currencies.map((one) => [one, one] as const),
    ]}
    onChange={(value) => work.setOptions({ ...work.options, currency: value || undefined })}
  />
)

const SheetField = ({ work, known: { answer, sheets } }: Props) => (
  <LabelledSelect
    label="Ark"
    value={work.choices.sheet ?? answer?.understood.sheet ?? ''}
    options={[
      ...none(answer === null, 'Det første som vises'),
      ...sheets!.map(({ name, isHidden }) => [name, isHidden ? `${name} (skjult)` : name] as const),
    ]}
    onChange={(sheet) => work.setChoices({ ...work.choices, sheet: sheet || undefined })}
  />
)

type ReadingProps = { work: CsvImport; answer: ImportAnswer | null; field: (typeof fields)[number] }

const ReadingField = ({ work, answer, field: { key, label, names, auto } }: ReadingProps) => {
  const value: string = work.choices[key] ?? answer?.understood[key] ?? ''
  return (
    <LabelledSelect
      label={label}
      value={value}
      aria-invalid={key === 'decimal' && answer !== null && isUndecided(answer)}
      options={[...none(answer === null || value === '', auto), ...inWords(names)]}
      onChange={(chosen) =>
        work.setChoices({ ...work.choices, [key]: chosen || undefined } as Choices)
      }
    />
  )
}

const Doubts = ({ work, answer }: { work: CsvImport; answer: ImportAnswer }) => {
  const { currency } = answer.understood
  const unknown = unknownIn(answer, work.choices)
  return (
    <>
      {work.kind !== 'priceFile' && currency !== null && !work.options.currency && (
        <p className="text-sm text-warning">
          Filen sier ikke hvilken valuta beløpene er i. De leses som {currency} hvis du ikke velger
          en annen.
        </p>
      )}
      {isUndecided(answer) && (
        <p className="text-sm text-danger">
          Tall i filen kan leses på to måter. {chooseDecimal}, så leses filen på nytt.
        </p>
      )}
      {unknown.length > 0 && (
        <p className="text-sm text-warning">
          Disse kolonnene er ukjente, og leses ikke: {unknown.join(', ')}
        </p>
      )}
    </>
  )
}

export const ReadingFields = (props: Props) => {
  const { work, known } = props
  const { answer, sheets } = known
  const keys = keysFor(answer, work)
  // A file that could not be read may still need another currency.
  const asksCurrency =
    work.kind !== 'priceFile' && (answer === null || answer.understood.currency !== null)
  const asksSheet = sheets !== null && sheets.length > 1
  const count = keys.length + Number(asksCurrency) + Number(asksSheet)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {answer ? `Slik er filen lest: ${answer.understood.text}` : 'Les filen på en annen måte'}
      </h3>
      <div className={`grid gap-3 ${count === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {asksSheet && <SheetField {...props} />}
        {fields
          .filter(({ key }) => keys.includes(key))
          .map((field) => (
            <ReadingField key={field.key} work={work} answer={answer} field={field} />
          ))}
        {asksCurrency && <CurrencyField {...props} />}
      </div>
      {answer && <Doubts work={work} answer={answer} />}
    </section>
  )
}
