import { z } from 'zod'
import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'

export const tags = ['CSV-import']
export const byImportable = z.object({
  entity: z.enum(entities.filter(({ csv }) => csv).map(({ name }) => name)),
})
export const importableIn = ({ entity }: z.output<typeof byImportable>): Entity =>
  entityNamed(entity)
