import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { isSame, onceFor } from '#contracts/entity.ts'
import { emptyOf } from '#contracts/fields.ts'
import type { Change } from '#contracts/history.ts'
import { snake } from '#kernel/database.ts'
import { fieldsOf } from '../catalogue/columns.ts'
import type { Entry, PartChange } from './entries.ts'
import { attributeDefaults, linkDefaults, offerDefaults } from './entry-versions.ts'

/** `key` is the name in the tables, `empty` the value of an empty field. */
type Field = { readonly field: string; readonly key: string; readonly empty: unknown }

const recordFields = onceFor((entity): readonly Field[] =>
  fieldsOf(entity).map(([field, definition]) => ({
    field,
    key: snake(field),
    empty: emptyOf(definition),
  })),
)
const priceFields: readonly Field[] = [
  'costPrice',
  'costPriceCurrency',
  'priceFactor',
  'listPrice',
  'unit',
  'validFrom',
].map((key) => ({ field: key === 'unit' ? 'priceUnit' : key, key, empty: null }))
const fieldsWith = (empties: Readonly<Record<string, unknown>>): readonly Field[] =>
  Object.entries(empties).map(([key, empty]) => ({ field: key, key, empty }))

const partFields = {
  link: fieldsWith(linkDefaults),
  attribute: fieldsWith(attributeDefaults),
  offer: fieldsWith(offerDefaults),
}

const isBlank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

/** Empty fields, and all fields of a missing side, are null. */
const differences = (fields: readonly Field[], { before, after }: Entry['record']): Change[] =>
  fields.flatMap(({ field, key, empty }) => {
    const [from, to] = [before?.[key] ?? empty, after?.[key] ?? empty]
    if (isSame(from, to)) return []
    const valueOf = (record: typeof before, value: unknown) =>
      record === null || isBlank(value) ? null : value
    return [{ field, from: valueOf(before, from), to: valueOf(after, to) }]
  })

export const recordChanges = ({ entity, record }: Entry): readonly Change[] =>
  differences(recordFields(entityNamed(entity)), record)
/** A withdrawn price has no date. */
const datedAfter = ({ after }: Entry['price']) =>
  after?.['withdrawn'] ? { ...after, validFrom: null } : after
/** The date of a price that replaces one of the same date: without it a price to come looks like today's. */
const keptDate = ({ before, after }: Entry['price']): readonly Change[] => {
  const [from, to] = [before?.['validFrom'], after?.['validFrom']]
  return to && from === to && !after?.['withdrawn'] ? [{ field: 'validFrom', from, to }] : []
}
export const priceChanges = ({ price }: Entry): readonly Change[] => [
  ...differences(priceFields, { ...price, after: datedAfter(price) }),
  ...keptDate(price),
]
export const partChanges = (part: PartChange): readonly Change[] =>
  differences(partFields[part.of], part)

const placeOf = (part: PartChange): string =>
  part.of === 'link' ? linkKinds[part.kind].path : `${part.of}s`

export const changesIn = (entry: Entry): Change[] => [
  ...recordChanges(entry),
  ...priceChanges(entry),
  ...entry.parts.flatMap((part) =>
    partChanges(part).map((change) => ({
      ...change,
      field: `${placeOf(part)}/${part.id}/${change.field}`,
    })),
  ),
]
