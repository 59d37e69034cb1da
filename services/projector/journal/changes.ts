import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { onceFor } from '#contracts/entity.ts'
import { emptyOf } from '#contracts/fields.ts'
import type { Change } from '#contracts/history.ts'
import { fieldsOf, snake } from '../catalogue/columns.ts'
import type { AttributeChange, Entry, LinkChange } from './entries.ts'

/** Of a field: under which name it lies in the tables, and what it holds where nobody filled it in. */
type Field = { readonly field: string; readonly key: string; readonly empty: unknown }

const recordFields = onceFor((entity): readonly Field[] =>
  fieldsOf(entity).map(([field, definition]) => ({
    field,
    key: snake(field),
    empty: emptyOf(definition),
  })),
)
const priceFields: readonly Field[] = [
  { field: 'costPrice', key: 'costPrice', empty: null },
  { field: 'costPriceCurrency', key: 'costPriceCurrency', empty: null },
  { field: 'priceFactor', key: 'priceFactor', empty: null },
  { field: 'listPrice', key: 'listPrice', empty: null },
  { field: 'priceUnit', key: 'unit', empty: null },
]
const fieldsBelow =
  (empties: Readonly<Record<string, unknown>>) =>
  (place: string): readonly Field[] =>
    Object.entries(empties).map(([key, empty]) => ({ field: `${place}/${key}`, key, empty }))

const linkFields = fieldsBelow({ quantity: null, notes: null, sortOrder: 0 })
const attributeFields = fieldsBelow({
  description: '',
  value: '',
  unit: null,
  drawingNumber: null,
  editable: true,
  sortOrder: 0,
})

const isBlank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A field that holds nothing reads as null, and so does all of what was not there. */
const differences = (fields: readonly Field[], { before, after }: Entry['record']): Change[] =>
  fields.flatMap(({ field, key, empty }) => {
    const [from, to] = [before?.[key] ?? empty, after?.[key] ?? empty]
    if (isSame(from, to)) return []
    const said = (record: typeof before, value: unknown) =>
      record === null || isBlank(value) ? null : value
    return [{ field, from: said(before, from), to: said(after, to) }]
  })

const linkChanges = (link: LinkChange) =>
  differences(linkFields(`${linkKinds[link.kind].path}/${link.id}`), link)
const attributeChanges = (attribute: AttributeChange) =>
  differences(attributeFields(`attributes/${attribute.id}`), attribute)

/** From what to what, field by field. */
export const changesIn = ({ entity, record, price, links, attributes }: Entry): Change[] => [
  ...differences(recordFields(entityNamed(entity)), record),
  ...differences(priceFields, price),
  ...links.flatMap(linkChanges),
  ...attributes.flatMap(attributeChanges),
]
