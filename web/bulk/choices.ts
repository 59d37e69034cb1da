import { bulkKeys, listKeys } from '#contracts/bulk-fields.ts'
import type { UndoAnswer } from '#contracts/csv/job-answer.ts'
import { onceFor } from '#contracts/entity.ts'
import { number, text, type Field, type Value } from '#contracts/fields.ts'
import { withKept } from '../csv-import/import-texts.ts'
import { count } from '../lib/format.ts'
import { valueOf, type FormValue } from '../form/form-values.ts'

/** A value that can be changed in many records: its path in the request body, and the field to edit it with. */
export type Choice = { readonly path: string; readonly field: Field }

const cleared = 'Tomt felt tømmer verdien i alle.'
const percent = { unit: '%', hint: 'Negativt tall er mindre. Poster uten pris får ingen.' }

const prices: readonly Choice[] = [
  { path: 'pricing.costPercent', field: number('Kostpris, endring', percent) },
  { path: 'pricing.listPercent', field: number('Listepris, endring', percent) },
  { path: 'pricing.priceFactor', field: number('Prisfaktor') },
  {
    path: 'pricing.validFrom',
    field: text('Priser gjelder fra', {
      day: true,
      hint: 'Gjelder prisene ovenfor. Uten dato gjelder de fra i dag.',
    }),
  },
]

const listChoices = (key: string, field: Field): readonly Choice[] => [
  { path: `add.${key}`, field: { ...field, label: `${field.label}, legg til` } },
  { path: `remove.${key}`, field: { ...field, label: `${field.label}, fjern` } },
]

export const choicesFor = onceFor((entity): readonly Choice[] => [
  ...bulkKeys(entity).flatMap((key): readonly Choice[] => {
    const field = { ...entity.fields[key]!, required: false }
    if (listKeys(entity).includes(key)) return listChoices(key, field)
    const hint = field.kind === 'flag' ? {} : { hint: cleared }
    return [{ path: `set.${key}`, field: { ...field, ...hint } }]
  }),
  ...(entity.priced ? prices : []),
])

export const emptyValue = ({ kind }: Field): FormValue => {
  if (kind === 'list') return []
  return kind === 'flag' ? false : ''
}

type Part = Readonly<Record<string, Value>>
export type Change = Readonly<Record<string, Part>>

/** The request body of the chosen fields, or an error text if a value is not a number. */
export const changeOf = (
  choices: readonly Choice[],
  valueAt: (path: string) => FormValue,
): Change | string => {
  const change: Record<string, Record<string, Value>> = {}
  for (const { path, field } of choices) {
    const value = valueOf(field, valueAt(path)) as Value
    if (Number.isNaN(value)) return `${field.label} er ikke et tall`
    const [part, key] = path.split('.') as [string, string]
    if (part === 'pricing' && value === null) return `${field.label} er ikke fylt ut`
    ;(change[part] ??= {})[key] = value
  }
  return change
}

export const undoneText = (undo: Pick<UndoAnswer, 'restored' | 'keptCount'>): string =>
  withKept(`${count(undo.restored)} er som før`, undo)
