import { typed, type EventDefinition, type EventsIn } from '../event-definition.ts'
import type { Values } from '../fields.ts'
import type { ItemId } from './item.ts'
import type { Offer } from './offer.ts'
import type { Price, ValidFrom } from './price.ts'

// Storage format: stored events keep these names and shapes. A new meaning needs a new version
// (contracts/parse-event.ts).

type Item = { entity: string; id: ItemId }

export const catalogueEvents = {
  ItemRegistered: {
    /** Has every field of the record, so that readers need no defaults. */
    data: typed<Item & { values: Values }>(),
    stream: 'record',
    effect: 'created',
    isFirst: true,
    label: 'Post opprettet',
    sentence: ' ble opprettet',
  },
  ItemRevised: {
    /** Has only the changed fields. Null (or the field's empty value) means cleared. */
    data: typed<Item & { changes: Values }>(),
    stream: 'record',
    effect: 'revised',
    label: 'Post endret',
  },
  ItemPriced: {
    // The full price from `validFrom` on (if absent: the day of recording, in Norway). `previous` is the price that it
    // replaces on that day. With `withdrawn`, `price` is the one that is valid after the removal.
    data: typed<
      Item & { price: Price; previous: Price | null; validFrom?: ValidFrom; withdrawn?: true }
    >(),
    stream: 'record',
    effect: 'priced',
    label: 'Pris endret',
  },
  ItemRemoved: {
    data: typed<Item>(),
    stream: 'record',
    effect: 'removed',
    label: 'Post slettet',
    sentence: ' ble slettet',
  },
  ItemReinstated: {
    /** `createdAt` is the time of the first registration. */
    data: typed<Item & { values: Values; createdAt: string }>(),
    stream: 'record',
    effect: 'created',
    isFirst: false,
    label: 'Sletting angret',
    sentence: ' ble hentet tilbake etter sletting',
  },
  OfferMade: {
    /** The full offer, whether new or changed. */
    data: typed<Item & { supplierId: number; offer: Offer }>(),
    stream: 'record',
    effect: 'offerSet',
    label: 'Tilbud lagt til eller endret',
  },
  OfferRemoved: {
    data: typed<Item & { supplierId: number }>(),
    stream: 'record',
    effect: 'offerRemoved',
    label: 'Tilbud fjernet',
  },
} as const satisfies Readonly<Record<string, EventDefinition>>

export type CatalogueEvent = EventsIn<typeof catalogueEvents, 'record'>
