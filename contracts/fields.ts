export type FileKind = 'image' | 'pdf' | 'document' | 'drawing'

export type Kind =
  | 'text' // one line
  | 'multiline'
  | 'email'
  | 'url'
  | 'phone'
  | 'number'
  | 'measure' // a number if it is one ("20"), else text ("Ø20 kile")
  | 'flag'
  | 'choice' // one of `options`
  | 'suggestion' // free text; the form offers `options` or earlier values
  | 'list' // ordered texts without duplicates
  | 'reference' // id of a record of `to`
  | 'file' // path of an uploaded file
  | 'files'

export type Collection = 'suppliers' | 'manufacturers'

type FieldOptions = {
  readonly required?: boolean
  /** Required in forms; a record from an import may lack it. */
  readonly importsWithout?: boolean
  readonly csv?: string
  readonly csvRequired?: boolean
  readonly unit?: string
  readonly placeholder?: string
  readonly options?: readonly string[]
  /** Instead of options: what each is called. One of them is always chosen. */
  readonly names?: Readonly<Record<string, string>>
  /** A text that is hidden while it is typed, and what a password manager fills in. */
  readonly secret?: 'current-password' | 'new-password'
  /** A text that is a day. */
  readonly day?: true
  /** Shown below the field. */
  readonly hint?: string
  /** Key of a list of the same record; the value is one of its texts. */
  readonly among?: string
  readonly to?: Collection
  readonly file?: FileKind
  readonly empty?: '' | false
  readonly max?: number
  readonly least?: 0
  /** Of the arrow keys; by default a hundredth. */
  readonly step?: number
  /** Replaces the default message when `max` is exceeded. */
  readonly tooLong?: string
  readonly unsearchable?: boolean
  /** A part or drawing number: search ignores its spaces and hyphens. */
  readonly numbering?: boolean
  /** Has an index for its filter, which looks up whole texts. */
  readonly filtered?: boolean
  /** Encrypted in the log, which keeps only texts so, and can be erased. */
  readonly personal?: boolean
}

type Text = 'text' | 'multiline' | 'email' | 'url' | 'phone' | 'suggestion'
/** What only some kinds heed. For others it does not compile. */
type Heeds = {
  readonly unit: 'number' | 'measure'
  readonly least: 'number'
  readonly step: 'number'
  readonly max: Text | 'measure' | 'list' | 'file' | 'files'
  readonly tooLong: Text
  readonly numbering: 'text'
  readonly secret: 'text'
  readonly day: 'text'
  readonly options: 'choice' | 'suggestion'
  readonly names: 'choice'
  readonly among: 'suggestion'
  readonly to: 'reference'
  readonly file: 'file' | 'files'
  readonly filtered: 'text' | 'choice' | 'suggestion'
  readonly personal: Text
}
type Ignored<K extends Kind> = {
  [O in keyof Heeds]: K extends Heeds[O] ? never : O
}[keyof Heeds]
type OptionsOf<K extends Kind> = Omit<FieldOptions, Ignored<K>>

export type Field = FieldOptions & { readonly kind: Kind; readonly label: string }

export type Value = string | number | boolean | null | readonly string[]
export type Values = Readonly<Record<string, Value>>

export type Fields = Readonly<Record<string, Field>>

const field =
  <K extends Kind>(kind: K, defaults: FieldOptions = {}) =>
  (label: string, options?: OptionsOf<K>): Field & { readonly kind: K } => ({
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

/** As screens and exports head it, for example 'Vekt (kg)'. */
export const withUnit = (text: string, { unit }: Pick<Field, 'unit'>): string =>
  unit ? `${text} (${unit})` : text

/** What was erased reads as '', and so does what was never there. */
export const emptyOf = ({ kind, empty, personal }: Field): Value => {
  if (empty !== undefined) return empty
  if (kind === 'list' || kind === 'files') return []
  return personal ? '' : null
}

export const emptyValues = ({ fields }: { readonly fields: Fields }): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, emptyOf(field)]))

/** Here and not in pricing.ts, so that screens can use them without zod. */
export const longestUnit = 10
export const longestReason = 500
export const unitTooLong = `Enhet kan ikke være lengre enn ${longestUnit} tegn`
