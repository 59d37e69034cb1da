import { emptyOffer } from '#contracts/catalogue/offer.ts'
import { validFromKey } from '#contracts/csv/columns.ts'
import type { Entity } from '#contracts/entity.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import { defaultPrice, type PricingChanges } from '#contracts/pricing.ts'
import { normalKey } from '#contracts/text.ts'
import type { Body, Known } from './differences.ts'
import { problemAt, type RowContext } from './file-format.ts'
import { failedPlan, planRow, type RowPlan } from './plan-row.ts'
import type { ReadRow } from './row.ts'

const offerKeys = new Set([
  'supplierId',
  'supplierArticlenumber',
  'minimumOrder',
  'leadTime',
  'pricing.costPrice',
  'pricing.costPriceCurrency',
  'pricing.unit',
])

/** The offer that a row is about, in the shape of a record; null if the row is about the record itself. */
export const offerOfRow = (entity: Entity, { given }: ReadRow, known: Known): Known | null => {
  const [named, own] = [given.get('supplierId'), known.names['supplierId']]
  if (!entity.priced || typeof named !== 'string' || !own) return null
  if (normalKey(named) === normalKey(own)) return null
  return offerOf(entity, known, named, own)
}

export const offerOf = (entity: Entity, known: Known, named: string, own: string): Known => {
  const made = known.offers.find(({ name }) => normalKey(name) === normalKey(named))
  const { costPrice, costPriceCurrency, unit, ...values } = made?.offer ?? emptyOffer
  return {
    ...known,
    values: {
      ...values,
      unit: known.values['unit'] ?? null,
      [entity.title]: known.values[entity.title] ?? null,
    },
    price: made ? { ...defaultPrice, costPrice, costPriceCurrency, unit } : null,
    names: { supplierId: named },
    offer: { supplier: made?.name ?? named, own, isNew: !made },
  }
}

/** The row's values for an offer. Its unit is the price unit. */
const offerValues = ({ given, blank, ...row }: ReadRow): ReadRow => {
  const unit = given.get('pricing.unit') ?? given.get('unit')
  const isPriced = given.has('pricing.costPrice')
  const said = [...given].filter(([key]) => offerKeys.has(key))
  return {
    ...row,
    given: new Map(unit !== undefined && isPriced ? [...said, ['pricing.unit', unit]] : said),
    blank: blank.intersection(offerKeys),
  }
}

export const planOffer = (context: RowContext, read: ReadRow, known: Known): RowPlan => {
  const { options, today } = context
  const { supplier, own, isNew } = known.offer!
  const problem = (key: string, message: string) => problemAt(context, read, key, message)
  const day = read.given.get(validFromKey)
  if (typeof day === 'string' && day > today) {
    const message = `Et tilbud har ingen pris som kommer. ${supplier} er ikke leverandøren`
    return failedPlan(read, problem(validFromKey, message))
  }
  // A new offer cannot match an existing record.
  const asked: RowContext = isNew
    ? { ...context, options: { ...options, updateBehavior: 'update' } }
    : context
  const plan = planRow(asked, offerValues(read), known)
  if (plan.outcome !== 'updated') return plan
  const message = `Blir et tilbud fra ${supplier}. Leverandøren er fortsatt ${own}, og resten av raden brukes ikke`
  const warnings = [...plan.warnings, problem('supplierId', message)]
  return { ...plan, names: { supplierId: supplier }, isOffer: true, warnings }
}

export const offerChanges = ({ pricing, ...body }: Body): OfferChanges => {
  const { validFrom: _today, ...price } = (pricing ?? {}) as PricingChanges
  return { ...body, ...price }
}
