import { z } from 'zod'
import { largestInteger } from './integers.ts'
import { emptyOf, type Field, type Kind, type Value } from './fields.ts'
import { isPrintable, manyLines, oneLine, wrongCharacter } from './text.ts'

const invalidEmail = 'Ugyldig e-postadresse'
// Loose on purpose (one @, no spaces, a dot in the domain): only the mail server knows.
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const printable = (text: z.ZodString, max: number, tooLong?: string) =>
  text.max(max, tooLong).refine(isPrintable, wrongCharacter)

export const line = (max = 1_000, tooLong?: string) =>
  printable(z.string().overwrite(oneLine), max, tooLong)
export const lines = (max = 10_000) => printable(z.string().overwrite(manyLines), max)

/** `missing` is the message for a value that is left out, null or blank. */
export const requiredLine = (missing: string, max = 1_000, tooLong?: string) => {
  const text = z.string({ error: ({ input }) => (input == null ? missing : undefined) })
  return printable(text.overwrite(oneLine), max, tooLong).min(1, missing)
}

const words = ({ kind, max, tooLong }: Field) =>
  kind === 'multiline' ? lines(max) : line(max, tooLong)

const text = (field: Field) => (field.required ? words(field).min(1) : words(field))

const isWebAddress = (value: string) =>
  /^https?:/i.test(value)
    ? /^https?:\/\/[^\s/?#]/i.test(value) && URL.canParse(value)
    : // Without spaces: browsers ignore tabs and line breaks inside a scheme.
      !/^[a-z][a-z0-9+.-]*:/i.test(value.replace(/\s/g, ''))

/** `https://.../uploads/{file name}?...`: the old address of files, and the address of upload. */
const fileAddress = /^(?:https?:\/\/[^?#]*|\/objects)\/uploads\/([\w.-]+)(?:[?#].*)?$/i
const asStored = (value: unknown) =>
  typeof value === 'string' ? value.trim().replace(fileAddress, '/objects/uploads/$1') : value

const storedFile = (field: Field) =>
  z.preprocess(
    asStored,
    words(field).refine(
      (value) => value === '' || /^\/objects\/uploads\/[\w.-]+$/.test(value),
      'Filen må lastes opp først',
    ),
  )

const filledOnce = (values: readonly string[]) => [
  ...new Set(values.filter((value) => value !== '')),
]

/** At most 15 digits: more would not survive as a number. */
const numeric = /^-?(?=[\d.,]{1,16}$)\d{1,15}([.,]\d{1,15})?$/
const measured = (value: number | string): number | string =>
  typeof value === 'string' && numeric.test(value) && !/^-?0\d/.test(value)
    ? Number(value.replace(',', '.'))
    : value

export const recordId = z.int().positive().max(largestInteger)
const amount = z.number().min(-1e15, 'Tallet er for lite').max(1e15, 'Tallet er for stort')

const filled: Record<Kind, (field: Field) => z.ZodType<Value>> = {
  text,
  multiline: text,
  phone: text,
  suggestion: text,
  email: (field) =>
    text(field).refine((value) => value === '' || emailPattern.test(value), invalidEmail),
  url: (field) =>
    text(field).refine(isWebAddress, 'Nettsiden må begynne med http:// eller https://'),
  number: ({ least }) =>
    least === undefined ? amount : amount.min(least, 'Tallet kan ikke være negativt'),
  measure: (field) => z.union([amount, words(field)]).transform(measured),
  flag: () => z.boolean(),
  choice: (field) => z.enum(['', ...(field.options ?? [])]),
  list: (field) => z.array(words(field)).max(200).transform(filledOnce),
  reference: () => recordId,
  file: storedFile,
  files: (field) => z.array(storedFile(field)).max(100).transform(filledOnce),
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''
export const blankToNull = (value: unknown) =>
  typeof value === 'string' && oneLine(value) === '' ? null : value

/** Read-only fields of an answer that clients send back: accepted and ignored. */
export const echoed = <Key extends string>(...keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, z.unknown().optional()])) as Readonly<
    Record<Key, z.ZodOptional<z.ZodUnknown>>
  >

/** Absent, null and '' are refused if the field is required, else become its empty value. */
export const createSchema = (field: Field): z.ZodType<Value> => {
  const schema = z.preprocess(
    blankToNull,
    field.required ? filled[field.kind](field) : filled[field.kind](field).nullish(),
  )
  return schema.transform((value) => (isBlank(value) ? emptyOf(field) : (value as Value)))
}

// Absent means unchanged; null and '' clear, or are refused if the field is required.
// With `importsWithout` they pass here: the handler must refuse to clear a filled field.
export const changeSchema = (field: Field): z.ZodType<Value | undefined> => {
  const required = field.required === true && !field.importsWithout
  const schema = filled[field.kind]({ ...field, required })
  return z
    .preprocess(blankToNull, required ? schema : schema.nullable())
    .transform((value) => (isBlank(value) ? emptyOf(field) : (value as Value)))
    .optional()
}
