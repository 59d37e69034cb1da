import { z } from 'zod'
import { keyedBy, partKinds, totalKey, uniqueKey } from './link-kinds.ts'

export const exact = z
  .union([z.int(), z.string()])
  .describe('Et heltall; over 2^53 - 1 en streng av siffer, så ingen går tapt')
export const money = z
  .union([z.number(), z.string()])
  .describe('Inntil 4 desimaler; med over 15 siffer en streng, så ingen går tapt')

export const identity = z.object({
  itemType: z.enum([...partKinds, 'assembly']),
  itemId: z.int(),
  description: z.string().describe('Beskrivelse; for sammenstillinger navnet'),
  type: z.string().nullable(),
  supplierArticlenumber: z.string().nullable(),
  itoArticlenumber: z.string().nullable(),
})

export type ItemIdentity = z.output<typeof identity>

export const bomItem = identity
  .extend({
    manufacturerName: z.string().nullable(),
    supplierName: z.string().nullable(),
    totalQuantity: exact,
    unit: z.string(),
    level: z.int().describe('1 er direkte i sammenstillingen'),
    notes: z.string().nullable(),
  })
  .meta({ id: 'BomItem' })

const hierarchyItem = bomItem
  .extend({
    quantity: z.int().describe('Antall i én av sammenstillingen linjen ligger i'),
    node: z
      .string()
      .nullable()
      .describe('Underenhetens plass i hierarkiet, til `?node=` og `?parent=`; null for deler'),
    lines: exact.describe('Antall linjer under denne'),
  })
  .meta({ id: 'HierarchyItem' })
export type HierarchyItem = z.output<typeof hierarchyItem>

export const hierarchyAnswer = z.object({
  success: z.literal(true),
  items: z.array(hierarchyItem),
  totalLines: exact.describe('Alle linjer under det som ble spurt om'),
  truncated: z.boolean().describe('Svaret har ikke alle linjene: resten hentes for seg'),
  notice: z.string().nullable().describe('Sagt til brukeren når `truncated`'),
})
export type HierarchyAnswer = z.output<typeof hierarchyAnswer>

export const bomSummary = z
  .object({
    ...keyedBy(partKinds, totalKey, () => exact),
    ...keyedBy(partKinds, uniqueKey, () => z.int()),
    maxDepth: z.int(),
    hasCircularDependency: z.boolean(),
    validationErrors: z.array(z.string()),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'BomSummary' })

export const use = identity
  .extend({
    totalQuantity: exact.describe('Antall i én slik sammenstilling, over alle nivåer'),
    directQuantity: z.int().describe('Antall direkte i den; 0 når den bare er dypere'),
    level: z.int().describe('Minste avstand; 1 er direkte'),
    maxLevel: z.int(),
    via: z
      .int()
      .nullable()
      .describe('Neste sammenstilling på en korteste vei ned; null når den er direkte i'),
  })
  .meta({ id: 'Use' })
export type Use = z.output<typeof use>

export const assemblyTree = identity.extend({
  quantity: z.int(),
  totalQuantity: exact,
  lines: exact,
  truncated: z.boolean(),
  children: z.array(z.unknown()).describe('Samme form, nedover'),
})
