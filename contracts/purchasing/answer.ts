import { z } from 'zod'
import { exact, identity, money } from '../assembly/bom-answers.ts'
import { comingCost, why } from '../assembly/cost-answers.ts'
import { currencies } from '../pricing.ts'

const currency = z.enum(currencies)

const price = z.object({ amount: money, currency, unit: z.string() })

const alternative = z.object({
  supplier: z.object({ id: z.int(), name: z.string() }),
  supplierArticlenumber: z.string().nullable(),
  price: price.describe('For én `unit`'),
  minimumOrder: z.number().nullable().describe('Minste bestilling'),
  leadTime: z.number().nullable().describe('Leveringstid (dager)'),
})
export type Alternative = z.output<typeof alternative>

const purchaseLine = identity.extend({
  electricalNumber: z.string().nullable(),
  quantity: exact.describe('Til alle sammenstillingene, over alle nivåer'),
  unit: z.string(),
  price: price.nullable().describe('Kostprisen slik den er registrert, for én `unit`; null uten'),
  alternative: alternative
    .nullable()
    .describe('Det billigste tilbudet fra en annen leverandør, i prisens valuta; ellers i NOK'),
  coming: comingCost.nullable(),
  sum: money.nullable().describe('Hva alle koster, i prisens valuta; null når det ikke kan sies'),
  reason: why.reason.nullable(),
  explanation: why.explanation.nullable(),
})
export type PurchaseLine = z.output<typeof purchaseLine>

const total = z.object({ currency, cost: money })
export type PurchaseTotal = z.output<typeof total>

export const purchasedFrom = z.object({
  id: z.int(),
  name: z.string(),
  orderEmail: z.string(),
  website: z.string(),
})
export type PurchasedFrom = z.output<typeof purchasedFrom>

const purchase = z.object({
  supplier: purchasedFrom.nullable().describe('Null for deler uten leverandør'),
  lines: z.array(purchaseLine).describe('De uten sum først, så etter beskrivelse'),
  totals: z.array(total).describe('Én sum per valuta: det regnes aldri om'),
  complete: z.boolean().describe('Alle linjene er med i summene'),
})
export type Purchase = z.output<typeof purchase>

export const purchasing = z
  .object({
    assemblies: z.array(z.object({ id: z.int(), name: z.string(), times: z.int() })),
    purchases: z.array(purchase).describe('Deler uten leverandør først, så etter leverandør'),
    totals: z.array(total),
    complete: z.boolean(),
    missing: z
      .object({ supplier: z.int(), price: z.int(), unit: z.int() })
      .describe(
        'Deler uten leverandør, uten kostpris, og med pris i en enhet som ikke kan regnes om',
      ),
  })
  .meta({ id: 'Purchasing' })
export type Purchasing = z.output<typeof purchasing>
