import { z } from 'zod'
import { currencies } from '../pricing.ts'
import { capitalized } from '../text.ts'
import { exact, identity, money } from './bom-answers.ts'
import { allParts } from './link-kinds.ts'

const currencyTotal = z.object({
  currency: z.enum(currencies),
  cost: money.describe('Sum av kostpris × antall, regnet om mellom enheter'),
  sales: money.describe('Sum av salgspris × antall, likeså'),
})

export type CurrencyTotal = z.output<typeof currencyTotal>

const unpricedReasons = ['NO_PRICE', 'UNIT_MISMATCH'] as const
export type UnpricedReason = (typeof unpricedReasons)[number]
const missingReasons = [...unpricedReasons, 'CONTENTS'] as const

export const costSum = z
  .strictObject({
    totals: z.array(currencyTotal).describe('Én sum per valuta: det regnes aldri om'),
    complete: z.boolean().describe('Alle deler er med i summene'),
    reasons: z
      .array(z.enum(unpricedReasons))
      .describe('Hvorfor ikke: deler uten kostpris, eller med pris i en annen slags enhet'),
  })
  .meta({ id: 'CostSum' })
export type CostSum = z.output<typeof costSum>

export const why = {
  reason: z
    .enum(missingReasons)
    .describe('Uten kostpris, med pris i en enhet som ikke kan regnes om, eller med slikt i seg'),
  explanation: z.string().describe('Det samme som en setning'),
}
const missingPart = identity.extend({ totalQuantity: exact, ...why })

export const comingCost = z
  .object({
    validFrom: z.iso.date(),
    costPrice: z.number().nullable(),
    costPriceCurrency: z.enum(currencies),
    unit: z.string().describe('Enheten prisen gjelder'),
  })
  .describe('Den neste prisen, og dagen den gjelder fra')
export type ComingCost = z.output<typeof comingCost>

const costLine = identity.extend({
  quantity: exact,
  each: z
    .array(currencyTotal)
    .describe('Hva én koster, i enheten den telles i; avrundet, så flere summeres av `totals`'),
  totals: z.array(currencyTotal).describe('Hva alle koster'),
  complete: z.boolean().describe('Alt i den er med i summen'),
  reason: why.reason.nullable(),
  explanation: why.explanation.nullable(),
  coming: comingCost.nullable(),
})
export const cost = z
  .object({
    id: z.int(),
    name: z.string(),
    totals: z.array(currencyTotal).describe('Én sum per valuta: det regnes aldri om'),
    complete: z.boolean().describe('Alle deler er med i summene'),
    missingCount: z.int().describe('Ulike deler som ikke er med'),
    unitMismatchCount: z.int().describe('De av dem som har pris i en enhet som ikke kan regnes om'),
    missing: z.array(missingPart).describe('De første av dem'),
    lines: z
      .array(costLine)
      .describe('Det som ligger direkte i sammenstillingen, eller hele den eksploderte lista'),
  })
  .meta({ id: 'Cost' })
export type CostAnswer = z.output<typeof cost>

export const assemblyCost = identity.extend(costSum.shape).meta({ id: 'AssemblyCost' })

const costShare = costSum.extend({
  id: z.int().nullable().describe('Leverandøren eller underenheten; null uten'),
  name: z.string(),
})
export type CostShare = z.output<typeof costShare>
export const costShares = costSum
  .extend({
    byKind: z.array(costShare).describe(`${capitalized(allParts)}, på alle nivåer`),
    bySupplier: z.array(costShare).describe('Likeså'),
    bySubassembly: z
      .array(costShare)
      .describe('Underenhetene, og det som ligger direkte i sammenstillingen'),
  })
  .meta({ id: 'CostShares' })
export type CostShares = z.output<typeof costShares>

const amount = z.object({ currency: z.enum(currencies), cost: money }).nullable()
const priceOfOne = amount.describe(
  'Kostpris for én, i enheten den telles i; null uten, og for sammenstillinger',
)
const costOfAll = amount.describe('Hva alle koster; likeså')
const difference = identity.extend({
  change: z.enum(['added', 'removed', 'changed', 'same']),
  unit: z.string(),
  before: exact,
  after: exact,
  difference: exact,
  priceBefore: priceOfOne,
  priceAfter: priceOfOne,
  costBefore: costOfAll,
  costAfter: costOfAll,
})
const costDifference = z
  .object({
    currency: z.enum(currencies),
    from: money.describe('Hva a koster'),
    to: money.describe('Hva b koster'),
    byQuantity: money.describe('Andre antall av deler i begge, til prisen i a'),
    byPrice: money.describe('Andre priser på deler i begge, ganger antallet i b'),
    byStructure: money.describe('Deler som bare er i den ene'),
    byMissing: money.describe(
      'Deler i begge som mangler pris i den ene, eller har den i en annen valuta',
    ),
  })
  .describe('Fra a til b; de fire siste er til sammen forskjellen')
export type CostDifference = z.output<typeof costDifference>

const side = z.object({
  id: z.int(),
  name: z.string(),
  complete: z.boolean().describe('Alle deler er med i kostnaden'),
})
export const comparison = z
  .object({
    a: side,
    b: side,
    counts: z.object({ added: z.int(), removed: z.int(), changed: z.int(), same: z.int() }),
    cost: z.array(costDifference).describe('Én per valuta, alle nivåer regnet med'),
    lines: z
      .array(difference)
      .describe('Det som flytter kostnaden mest, først: i NOK, så i neste valuta'),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.output<typeof comparison>
