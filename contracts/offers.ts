import { z } from 'zod'
import { blankToNull, echoed, line } from './field-schemas.ts'
import type { Offer } from './catalogue/offer.ts'
import { changedPrice, currencies, defaultPrice, pricingChanges } from './pricing.ts'
import { reason } from './reason.ts'

const { costPrice, costPriceCurrency, unit } = pricingChanges.shape

const least = z.number().min(0, 'Tallet kan ikke være negativt').max(1e15, 'Tallet er for stort')
const amount = z.preprocess(blankToNull, least.nullable()).optional()

/** An absent field is unchanged, or empty in a new offer. */
export const offerBody = z
  .strictObject({
    ...echoed('supplierId', 'supplierName', 'createdAt', 'updatedAt'),
    supplierArticlenumber: z.preprocess(blankToNull, line().nullable()).optional(),
    costPrice,
    costPriceCurrency,
    unit,
    minimumOrder: amount,
    leadTime: amount,
    reason,
  })
  .meta({ id: 'OfferChange' })
export type OfferChanges = z.output<typeof offerBody>

/** Absent fields stay unchanged; null clears. */
export const changedOffer = (before: Offer, changes: OfferChanges): Offer => {
  const {
    supplierArticlenumber = before.supplierArticlenumber,
    minimumOrder = before.minimumOrder,
    leadTime = before.leadTime,
  } = changes
  const price = changedPrice({ ...defaultPrice, ...before }, changes)
  const { costPrice, costPriceCurrency, unit } = price
  return { supplierArticlenumber, costPrice, costPriceCurrency, unit, minimumOrder, leadTime }
}

export const offerAnswer = z
  .strictObject({
    supplierId: z.int(),
    supplierName: z.string().nullable(),
    supplierArticlenumber: z.string().nullable().describe('Leverandør art.nr'),
    costPrice: z.number().nullable().describe('Kostpris'),
    costPriceCurrency: z.enum(currencies).describe('Valuta'),
    unit: z.string().describe('Prisenhet'),
    minimumOrder: z.number().nullable().describe('Minste bestilling'),
    leadTime: z.number().nullable().describe('Leveringstid (dager)'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Offer' })
export type OfferAnswer = z.output<typeof offerAnswer>
