import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'

export const tags = ['CSV-import']
export const byImportable = z.object({
  entity: z.enum(entities.filter(({ csv }) => csv).map(({ name }) => name)),
})
