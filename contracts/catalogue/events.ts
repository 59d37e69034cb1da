import type { Values } from '../fields.ts'
import type { MessagesOf } from '../messages.ts'
import type { Offer } from './offer.ts'
import type { Price, ValidFrom } from './price.ts'

// Storage format: stored events keep these names and shapes. A new meaning needs a new version
// (contracts/upcasts.ts).

type Item = {
  entity: string
  id: number | string
}
export type CatalogueEvent = MessagesOf<{
  /** Has every field of the record, so that readers need no defaults. */
  ItemRegistered: Item & { values: Values }
  /** Has only the changed fields. Null (or the field's empty value) means cleared. */
  ItemRevised: Item & { changes: Values }
  // The full price from `validFrom` on (if absent: the day of recording, in Norway). `previous` is the price that it
  // replaces on that day. With `withdrawn`, `price` is the one that is valid after the removal.
  ItemPriced: Item & {
    price: Price
    previous: Price | null
    validFrom?: ValidFrom
    withdrawn?: true
  }
  ItemRemoved: Item
  /** `createdAt` is the time of the first registration. */
  ItemReinstated: Item & { values: Values; createdAt: string }
  /** The full offer, whether new or changed. */
  OfferMade: Item & { supplierId: number; offer: Offer }
  OfferRemoved: Item & { supplierId: number }
}>
