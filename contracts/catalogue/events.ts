import { z } from 'zod'
import type { MessagesOf } from '../messages.ts'
import { currencies } from '../pricing.ts'

// The names and shapes below are storage format: events already written have them for ever.
// A change of meaning is a new version with an upcast (contracts/upcasts.ts), never an edit.

const item = z.object({
  /** An EntityName: the REST collection. */
  entity: z.string(),
  /** A positive integer; a UUID for projects. */
  id: z.union([z.int().positive(), z.uuid()]),
})
const values = z.record(z.string(), z.json())

const price = z.object({
  costPrice: z.string().nullable(),
  costPriceCurrency: z.enum(currencies),
  priceFactor: z.string(),
  listPrice: z.string().nullable(),
  unit: z.string(),
})

export const catalogueEvents = {
  /** Holds every field of the record, so that a reader needs no defaults of its own. */
  ItemRegistered: item.extend({ values }),
  /** Holds only what changed. Null (or the field's empty value) is a field that was cleared. */
  ItemRevised: item.extend({ changes: values }),
  /** The whole price from now on; `previous` is what it replaces, null for the first. */
  ItemPriced: item.extend({ price, previous: price.nullable() }),
  /** Carries nothing else: what was removed is in the events before. */
  ItemRemoved: item,
}
export type CatalogueEvent = MessagesOf<typeof catalogueEvents>
