import { z } from 'zod'
import { pricedEntities, type PricedEntity } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { largestInteger } from '#contracts/integers.ts'

export const integer = (
  form: RegExp,
  least: number,
  most: number,
  example: number,
  wrong?: string,
) =>
  z
    .string()
    .regex(form, wrong)
    // Zod drops examples after a transform.
    .meta({ examples: [example] })
    .transform(Number)
    .refine((value) => value >= least && value <= most, wrong)
    .meta({ type: 'integer' })

export const idIn = (wrong?: string) => integer(/^[1-9]\d{0,9}$/, 1, largestInteger, 1, wrong)

/** A query parameter, of at most 15 digits. */
export const wholeNumber = (least: number, most: number, example = least) =>
  integer(/^\d{1,15}$/, least, most, example, `Må være et helt tall fra ${least} til ${most}`)

/** An invalid id becomes 404. */
export const numberId = idIn()

export const byId = z.object({ id: numberId })
export const byUuid = z.object({
  id: z.uuid().meta({ examples: ['0198c0de-0000-7000-8000-000000000001'] }),
})

/** The parameters of a record's address. */
export const byIdOf = ({ name }: Pick<Entity, 'name'>) => (name === 'projects' ? byUuid : byId)

export type Priced = { readonly entityType: PricedEntity; readonly entityId: number }

export const byPricingId = z.object({
  id: z
    .string()
    .regex(new RegExp(`^(${pricedEntities.join('|')})-[1-9]\\d{0,8}$`))
    .describe('{entityType}-{entityId}')
    .meta({ examples: ['componenttype-1'] })
    .transform((text): Priced => {
      const [entityType, entityId] = text.split('-') as [PricedEntity, string]
      return { entityType, entityId: Number(entityId) }
    }),
})
