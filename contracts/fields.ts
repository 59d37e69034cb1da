import { z } from 'zod'

export type FileKind = 'image' | 'pdf' | 'document' | 'drawing'

/**
 * What a kind of field is. Each side derives its own part from it: the projector a column, the web a
 * control, a cell and a detail line, CSV a reader and a writer. A new kind does not compile until
 * every side has a row for it.
 */
export type Kind =
  | 'text' // one line
  | 'multiline'
  | 'email'
  | 'url'
  | 'phone'
  | 'number'
  | 'measure' // a number where it is one ("20"), else text as written ("Ø20 kile")
  | 'flag'
  | 'choice' // one of `options`
  | 'suggestion' // free text, with `options` or what others have entered offered
  | 'list' // texts, in the order given, no duplicates
  | 'reference' // id of a record in `to`
  | 'file' // path of an uploaded file
  | 'files'

export type Collection = 'suppliers' | 'manufacturers'

export type FieldOptions = {
  readonly required?: boolean
  /** The column heading in CSV files; without it the field is not in them. */
  readonly csv?: string
  /** Required in CSV files, though not in forms. */
  readonly csvRequired?: boolean
  /** Unit shown behind the value. */
  readonly unit?: string
  readonly placeholder?: string
  readonly options?: readonly string[]
  readonly to?: Collection
  readonly file?: FileKind
  /** What a record reads when nothing was entered; null unless said. */
  readonly empty?: '' | false
  readonly max?: number
  /** Left out of the search box. */
  readonly unsearchable?: boolean
}

export type Field = FieldOptions & { readonly kind: Kind; readonly label: string }

/** A value as stored and answered. */
export type Value = string | number | boolean | null | readonly string[]
export type Values = Readonly<Record<string, Value>>

const field =
  <K extends Kind>(kind: K, defaults: FieldOptions = {}) =>
  (label: string, options: FieldOptions = {}): Field & { readonly kind: K } => ({
    kind,
    label,
    ...defaults,
    ...options,
  })

export const text = field('text', { max: 1_000 })
export const multiline = field('multiline', { max: 10_000 })
export const email = field('email', { max: 254 })
export const url = field('url', { max: 2_000 })
export const phone = field('phone', { max: 50 })
export const number = field('number')
export const measure = field('measure', { max: 100 })
export const flag = field('flag', { empty: false })
export const choice = field('choice')
export const suggestion = field('suggestion', { max: 1_000 })
export const list = field('list', { max: 200 })
export const reference = field('reference')
export const file = field('file', { max: 1_000, unsearchable: true })
export const files = field('files', { max: 1_000, unsearchable: true })

const invalidEmail = 'Ugyldig e-postadresse'
// Deliberately loose: one @, no spaces, a dot in the domain. The mail server is the judge.
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const words = (field: Field) =>
  z
    .string()
    .trim()
    .max(field.max ?? 1_000)
    // Postgres cannot hold NUL, and no one means it.
    .refine((value) => !value.includes('\u0000'), 'Teksten inneholder et ugyldig tegn')

const isWebAddress = (value: string) =>
  /^https?:\/\//i.test(value) || !/^[a-z][a-z0-9+.-]*:/i.test(value)

const storedFile = (field: Field) =>
  words(field).refine(
    (value) => value === '' || /^\/objects\/uploads\/[\w.-]+$/.test(value),
    'Filen må lastes opp først',
  )

const trimmedOnce = (values: readonly string[]) => [
  ...new Set(values.map((value) => value.trim()).filter((value) => value !== '')),
]

const numeric = /^-?\d{1,15}([.,]\d{1,15})?$/
/** "1,5" and 1.5 are the number 1.5; anything else stays the text it is. */
export const measured = (value: number | string): number | string =>
  typeof value === 'string' && numeric.test(value) && !/^-?0\d/.test(value)
    ? Number(value.replace(',', '.'))
    : value

const id = z.int().positive().max(2_147_483_647)
const amount = z.number().min(-1e15, 'Tallet er for lite').max(1e15, 'Tallet er for stort')

/** The schema of a filled-in value, by kind. */
const filled: Record<Kind, (field: Field) => z.ZodType<Value>> = {
  text: words,
  multiline: words,
  phone: words,
  suggestion: words,
  email: (field) =>
    words(field).refine((value) => value === '' || emailPattern.test(value), invalidEmail),
  url: (field) =>
    words(field).refine(isWebAddress, 'Nettsiden må begynne med http:// eller https://'),
  number: () => amount,
  measure: (field) => z.union([amount, words(field)]).transform(measured),
  flag: () => z.boolean(),
  choice: (field) => z.enum(['', ...(field.options ?? [])]),
  list: (field) => z.array(words(field)).max(200).transform(trimmedOnce),
  reference: () => id,
  file: storedFile,
  files: (field) => z.array(storedFile(field)).max(100).transform(trimmedOnce),
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''
/** An empty text says the same as null: the field is cleared. */
const blankToNull = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? null : value

/** What a record reads in a field that nobody filled in. */
export const emptyOf = (field: Field): Value =>
  field.empty ?? (field.kind === 'list' || field.kind === 'files' ? [] : null)

/** Absent, null and '' are refused where the field is required, and become its empty value elsewhere. */
export const createSchema = (field: Field): z.ZodType<Value> => {
  const schema = z.preprocess(
    blankToNull,
    field.required ? filled[field.kind](field) : filled[field.kind](field).nullish(),
  )
  return schema.transform((value) => (isBlank(value) ? emptyOf(field) : (value as Value)))
}

/** Absent is left alone; null and '' clear, or are refused where the field is required. */
export const changeSchema = (field: Field): z.ZodType<Value | undefined> =>
  z
    .preprocess(
      blankToNull,
      field.required ? filled[field.kind](field) : filled[field.kind](field).nullable(),
    )
    .transform((value) => (isBlank(value) ? emptyOf(field) : (value as Value)))
    .optional()
