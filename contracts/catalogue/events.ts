import type { Values } from '../fields.ts'
import type { MessagesOf } from '../messages.ts'
import type { Offer } from './offer.ts'
import type { Price, ValidFrom } from './price.ts'

// The names and shapes below are storage format: events already written have them for ever.
// A change of meaning is a new version with an upcast (contracts/upcasts.ts), never an edit.

type Item = {
  entity: string
  /** A positive integer; a UUID for projects. */
  id: number | string
}
export type CatalogueEvent = MessagesOf<{
  /** Holds every field of the record, so that a reader needs no defaults of its own. */
  ItemRegistered: Item & { values: Values }
  /** Holds only what changed. Null (or the field's empty value) is a field that was cleared. */
  ItemRevised: Item & { changes: Values }
  /**
   * The whole price from a day on: without `validFrom` the day in Norway on which it was recorded. `previous` is what
   * held on that day, null where nothing did. With `withdrawn` the price of that day is taken back, and `price` is
   * what holds on it without.
   */
  ItemPriced: Item & {
    price: Price
    previous: Price | null
    validFrom?: ValidFrom
    withdrawn?: true
  }
  ItemRemoved: Item
  /** What was removed is there again: as ItemRegistered, with when it was made first. */
  ItemReinstated: Item & { values: Values; createdAt: string }
  /** The whole offer of a supplier that is not the part's own, whether it is new or changed. */
  OfferMade: Item & { supplierId: number; offer: Offer }
  OfferRemoved: Item & { supplierId: number }
}>
