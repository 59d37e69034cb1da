import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import { withoutPrice, withPrice } from '#contracts/dated-prices.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { PricingChanges } from '#contracts/pricing.ts'
import { refuse } from '#contracts/refusals.ts'
import { reinstate, type Reinstated } from './reinstate-decider.ts'
import { both, decider, type DecideTable, type EvolveTable, type When } from '../kernel/command.ts'
import { decideFields, valueOf } from './fields-decider.ts'
import {
  preferOffer,
  removeOffer,
  setOffer,
  withOffer,
  withoutOffer,
  wrongNewSupplier,
  type OfferCommand,
} from './offer-decider.ts'
import {
  decidePrice,
  hasPrice,
  keptPrice,
  nothingPriced,
  withdrawPrice,
  type Decided,
} from './price-decider.ts'

export type ItemCommand =
  | { type: 'Register'; data: { id: ItemId; values: Values; pricing: PricingChanges | null } }
  | { type: 'Revise'; data: Revision }
  | { type: 'Price'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'Reprice'; data: { id: ItemId; pricing: PricingChanges } }
  | { type: 'ClearPrice'; data: { id: ItemId; reason?: PricingChanges['reason'] } }
  | { type: 'Remove'; data: { id: ItemId } }
  | { type: 'Reinstate'; data: Reinstated }
  | { type: 'Erase'; data: { id: ItemId } }
  | OfferCommand

type Revision = {
  id: ItemId
  changes: Values
  pricing: PricingChanges | null
  /** As it was before, which may lack what is required of people. */
  isRestored?: boolean
  /** The day whose price is taken back. */
  withdrawn?: string | null | undefined
}

export const noItem = (): Item => ({
  status: 'none',
  values: {},
  prices: [],
  offers: new Map(),
  createdAt: '',
  updatedAt: '',
  version: -1n,
})

const decideRevision = (
  item: Item,
  entity: Entity,
  { pricing, withdrawn = null, ...revision }: Revision,
  at: string,
): Decided => {
  const { id, changes } = revision
  const wrong = wrongNewSupplier(item, entity, changes)
  if (wrong) return wrong
  return [
    decideFields(item, entity, revision),
    pricing === null ? [] : decidePrice(item, { entity, id, at }, pricing, 'pricing.'),
    withdrawn === null ? [] : withdrawPrice(item, { entity, id }, withdrawn),
  ].reduce(both)
}

/** What is personal, emptied; what is required too, as it is. */
const erased = (entity: Entity, item: Item): Values =>
  Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, { personal }]) => personal)
      .map(([key, field]) => [
        key,
        field.required ? valueOf(entity, item.values, key) : emptyOf(field),
      ]),
  )

const gone = refuse('NOT_FOUND')
const alreadyPriced = refuse('DUPLICATE', 'Prisen finnes allerede. Endre den i stedet.')

const touched = <S extends Item>(item: S, { at, revision }: When, changes: Partial<Item>): S =>
  Object.assign(item, changes, { updatedAt: at, version: revision })

type Decide<D> = (data: D, item: Item, at: string) => Decided

const ifLive =
  <D>(decide: Decide<D>): Decide<D> =>
  (data, item, at) =>
    item.status === 'live' ? decide(data, item, at) : gone

const ifPriced = <D>(decide: Decide<D>): Decide<D> =>
  ifLive((data, item, at) => (item.prices.length > 0 ? decide(data, item, at) : gone))

export const itemDecisions = (entity: Entity): DecideTable<ItemCommand, CatalogueEvent, Item> => ({
  Register: ({ id, values, pricing }, item, at) =>
    item.status === 'none'
      ? both(
          [{ type: 'ItemRegistered', data: { entity: entity.name, id, values } }],
          pricing === null ? [] : decidePrice(item, { entity, id, at }, pricing, 'pricing.'),
        )
      : refuse('CONFLICT'),
  Revise: ifLive((revision, item, at) => decideRevision(item, entity, revision, at)),
  Price: ifLive(({ id, pricing }, item, at) =>
    hasPrice(item, at) ? alreadyPriced : decidePrice(item, { entity, id, at }, pricing, ''),
  ),
  Reprice: ifPriced(({ id, pricing }, item, at) =>
    decidePrice(item, { entity, id, at }, pricing, ''),
  ),
  ClearPrice: ifPriced(({ id, reason }, item, at) =>
    decidePrice(item, { entity, id, at }, { ...nothingPriced, reason }, ''),
  ),
  Remove: ifLive(({ id }) => [{ type: 'ItemRemoved', data: { entity: entity.name, id } }]),
  Reinstate: (data, item) => reinstate(item, entity, data),
  // Said again also where nothing differs: sealed anew, it is all that stays readable.
  Erase: ifLive(({ id }, item) => {
    const data = { entity: entity.name, id, changes: erased(entity, item) }
    return [{ type: 'ItemRevised', data }]
  }),
  SetOffer: ifLive((data, item) => setOffer(item, entity, data)),
  RemoveOffer: ifLive((which, item) => removeOffer(item, entity, which)),
  PreferOffer: ifLive((data, item, at) => preferOffer(item, entity, data, at)),
})

export const itemEvolutions = <S extends Item>(): EvolveTable<CatalogueEvent, S> => ({
  ItemRegistered: (item, { values }, when) =>
    touched(item, when, { status: 'live', values, createdAt: when.at }),
  ItemRevised: (item, { changes }, when) =>
    touched(item, when, { values: { ...item.values, ...changes } }),
  ItemPriced: (item, data, when) =>
    touched(item, when, {
      prices: data.withdrawn
        ? withoutPrice(item.prices, data.validFrom!)
        : withPrice(item.prices, keptPrice(item, data, when.at)),
    }),
  ItemRemoved: (item, _data, when) => touched(item, when, { status: 'removed' }),
  // Its prices and offers follow as events of their own.
  ItemReinstated: (item, { values, createdAt }, when) =>
    touched(item, when, { status: 'live', values, createdAt, prices: [], offers: new Map() }),
  OfferMade: (item, { supplierId, offer }, when) =>
    touched(item, when, { offers: withOffer(item, supplierId, offer, when.at) }),
  OfferRemoved: (item, { supplierId }, when) =>
    touched(item, when, { offers: withoutOffer(item, supplierId) }),
})

export const itemDecider = (entity: Entity) =>
  decider<ItemCommand, CatalogueEvent, Item>({
    initial: noItem,
    decide: itemDecisions(entity),
    evolve: itemEvolutions(),
  })
