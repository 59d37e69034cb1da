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

type FieldOptions = {
  readonly required?: boolean
  /** Required of people; a record that an import made may lack it. */
  readonly importsWithout?: boolean
  readonly csv?: string
  readonly csvRequired?: boolean
  readonly unit?: string
  readonly placeholder?: string
  readonly options?: readonly string[]
  /** One of the texts in this list of the same record, or none. */
  readonly among?: string
  readonly to?: Collection
  readonly file?: FileKind
  readonly empty?: '' | false
  readonly max?: number
  readonly least?: 0
  /** What is said of more than that, where the specification has words of its own. */
  readonly tooLong?: string
  /** Says who somebody is or how to reach them: sealed in the log, so that it can be erased for good. */
  readonly personal?: boolean
  readonly unsearchable?: boolean
  /** A number that people order, draw or store by: also found without its spaces and hyphens. */
  readonly numbering?: boolean
  readonly filtered?: boolean
}

export type Field = FieldOptions & { readonly kind: Kind; readonly label: string }

export type Value = string | number | boolean | null | readonly string[]
export type Values = Readonly<Record<string, Value>>

export type Fields = Readonly<Record<string, Field>>

type CsvImport = {
  readonly template: string
  /** Keys that may tell which record a row is about; the first is the default. */
  readonly identifiers: readonly string[]
  /** The field before which the price columns stand; without it they are not in the template. */
  readonly pricesBefore?: string
  /** The key by which a wholesaler's price file finds records; without it such files are not taken. */
  readonly priceFiles?: string
}

/**
 * A catalogue entity, said once. Validation, stream names, read table, columns, forms, lists, detail
 * lines, OpenAPI and CSV are derived from it. To add a field, write its line here and place its key on
 * the entity's form in web.
 */
export type Definition = {
  /** The REST collection: /api/{name}. Also the read table. */
  readonly name: string
  /** Names the streams, `{stream}-{id}`. */
  readonly stream: string
  readonly noun: {
    readonly one: string
    readonly the: string
    readonly many: string
  }
  readonly fields: Fields
  /** The field by which people know a record: in messages, pickers and titles. */
  readonly title: string
  readonly priced?: string
  readonly csv?: CsvImport
}

/** Keeps names and keys in the type, so that a misspelt one does not compile. */
export const entity = <const D extends Definition>(
  definition: D & { readonly title: keyof D['fields'] },
): D => definition

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

export const emptyOf = (field: Field): Value =>
  field.empty ?? (field.kind === 'list' || field.kind === 'files' ? [] : null)

/** Here, and not with the rules of prices: screens know them without the library that checks them. */
export const longestUnit = 10
export const longestReason = 500
export const unitTooLong = `Enhet kan ikke være lengre enn ${longestUnit} tegn`
