import { z } from 'zod'
import { pricedEntities } from './catalogue/index.ts'
import {
  currencies,
  defaultPrice,
  isSamePrice,
  type Currency,
  type Price,
} from './catalogue/price.ts'
import { day } from './day-schema.ts'
import { decimalOrNull, decimalsOf, numberOrNull, rounded, times, type Decimal } from './decimal.ts'
import { blankToNull, echoed, line, requiredLine } from './field-schemas.ts'
import { longestUnit, unitTooLong } from './fields.ts'
import { reason } from './reason.ts'

export { currencies, defaultPrice, isSamePrice, type Currency, type Price }

export const highFactor = 5
export const highFactorWarning = 'Høy prisfaktor - kontroller at dette er korrekt'

const maximum = 99_999_999_999
const fourDecimals = 'Kan ha høyst 4 desimaler'
/** At most 11 digits before the point and 4 after: 15 in all, exact in a JSON number. */
const decimal = z
  .number()
  .max(maximum, 'Tallet er for stort')
  .refine((value) => decimalsOf(value) <= 4, fourDecimals)

const cleared = <S extends z.ZodType>(schema: S) => z.preprocess(blankToNull, schema.nullable())
const price = (message: string) => cleared(decimal.min(0, message).describe(fourDecimals))

const costPrice = price('Kostpris må være positiv')
const listPrice = price('Listepris må være positiv')
const costPriceCurrency = z.enum(currencies)
export const leastFactor = 0.1
export const mostFactor = 10
const priceFactor = cleared(
  decimal
    .min(leastFactor, `Prisfaktor må være minst ${leastFactor}`)
    .max(mostFactor, `Prisfaktor kan ikke være høyere enn ${mostFactor}`)
    .describe(fourDecimals),
)
const unit = requiredLine('Enhet er påkrevd', longestUnit, unitTooLong)

const validFrom = cleared(day)
  .optional()
  .describe('Dagen prisen gjelder fra, også en som har vært eller kommer; ellers i dag')

export const priceParts = {
  costPrice,
  costPriceCurrency,
  priceFactor,
  unit,
  validFrom,
}

export const factorMissing = 'Prisfaktor må angis når kostpris er satt'

const withFactor = (value: {
  costPrice?: number | null | undefined
  priceFactor?: number | null | undefined
}) => !(value.costPrice && value.costPrice > 0 && value.priceFactor === null)
const atFactor = { message: factorMissing, path: ['priceFactor'] }

const readOnly = echoed(
  'id',
  'entityType',
  'entityId',
  'salesPrice',
  'costPriceUpdatedAt',
  'createdAt',
  'updatedAt',
  'coming',
)

export const salesPriceOf = ({
  costPrice,
  priceFactor,
}: Pick<Price, 'costPrice' | 'priceFactor'>): Decimal | null =>
  costPrice === null ? null : rounded(times(costPrice, priceFactor), 4)

export const pricingBody = z
  .strictObject({
    ...readOnly,
    costPrice: costPrice.default(defaultPrice.costPrice),
    costPriceCurrency: costPriceCurrency.default(defaultPrice.costPriceCurrency),
    priceFactor: priceFactor.default(Number(defaultPrice.priceFactor)),
    listPrice: listPrice.default(defaultPrice.listPrice),
    unit: unit.default(defaultPrice.unit),
    validFrom,
    reason,
  })
  .refine(withFactor, atFactor)
  .meta({ id: 'PricingCreate' })
export type NewPricing = z.output<typeof pricingBody>

export const pricingChanges = z
  .strictObject({
    ...readOnly,
    costPrice: costPrice.optional(),
    costPriceCurrency: costPriceCurrency.optional(),
    priceFactor: priceFactor.optional(),
    listPrice: listPrice.optional(),
    unit: line(longestUnit, unitTooLong).nullable().optional(),
    validFrom,
    reason,
  })
  .refine(withFactor, atFactor)
  .meta({ id: 'PricingChange' })
export type PricingChanges = z.output<typeof pricingChanges>

/** An absent part is unchanged; null resets it to the default. */
export const changedPrice = (before: Price, changes: PricingChanges): Price => {
  const { costPrice, costPriceCurrency, priceFactor, listPrice, unit } = changes
  return {
    costPrice: costPrice === undefined ? before.costPrice : decimalOrNull(costPrice),
    costPriceCurrency: costPriceCurrency ?? before.costPriceCurrency,
    priceFactor:
      priceFactor === undefined
        ? before.priceFactor
        : (decimalOrNull(priceFactor) ?? defaultPrice.priceFactor),
    listPrice: listPrice === undefined ? before.listPrice : decimalOrNull(listPrice),
    unit: unit === undefined ? before.unit : unit || defaultPrice.unit,
  }
}

/** As JSON numbers. */
export const amountsOf = (price: Price) => ({
  costPrice: numberOrNull(price.costPrice),
  costPriceCurrency: price.costPriceCurrency,
  priceFactor: Number(price.priceFactor),
  listPrice: numberOrNull(price.listPrice),
  unit: price.unit,
})

const amount = z.number().nullable()

export const amountsSchema = z.strictObject({
  costPrice: amount.describe('Kostpris'),
  costPriceCurrency: z.enum(currencies).describe('Valuta'),
  priceFactor: z.number().describe('Prisfaktor'),
  listPrice: amount.describe('Listepris'),
  salesPrice: amount.describe(
    'Kostpris × prisfaktor, avrundet til 4 desimaler; null uten kostpris',
  ),
  unit: z.string().describe('Enhet'),
})

const comingSchema = amountsSchema
  .extend({ validFrom: z.iso.date().describe('Dagen den gjelder fra') })
  .describe('Den neste prisen')

export const pricingSchema = z
  .strictObject({
    id: z.string().describe('{entityType}-{entityId}'),
    entityType: z.enum(pricedEntities),
    entityId: z.int(),
    ...amountsSchema.shape,
    validFrom: z.iso
      .date()
      .nullable()
      .describe('Gjelder fra; null når det er dagen den ble registrert'),
    coming: comingSchema.nullable(),
    costPriceUpdatedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .describe('Pris')
  .meta({ id: 'Pricing' })
export type Pricing = z.output<typeof pricingSchema>
