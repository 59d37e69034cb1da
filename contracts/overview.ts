import { z } from 'zod'
import { entities } from './catalogue/index.ts'

const named = z.object({
  entity: z.enum(entities.map(({ name }) => name)),
  id: z.int(),
  title: z.string(),
})

export const overview = z
  .object({
    changed: z.array(named.extend({ at: z.iso.datetime() })).describe('Det som sist ble endret'),
    prices: z
      .array(
        named.extend({
          at: z.iso.datetime(),
          from: z.number().describe('Kostprisen før'),
          to: z.number().describe('Kostprisen etter'),
          currency: z.string(),
        }),
      )
      .describe('Kostpriser som sist ble endret'),
    unpriced: z
      .object({
        count: z.int().describe('Deler uten kostpris'),
        parts: z.array(named).describe('Noen av dem, de som står i stykklister først'),
      })
      .describe('Deler uten kostpris'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.output<typeof overview>
