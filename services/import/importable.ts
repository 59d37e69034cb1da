import { z } from 'zod'
import { component, entityNamed, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'

const importable = [component, motor, sensor, supplier]
type Importable = (typeof importable)[number]['name']

export const tags = ['CSV-import']
export const byImportable = z.object({
  entity: z.enum(importable.map(({ name }) => name) as [Importable, ...Importable[]]),
})
export const importableIn = ({ entity }: z.output<typeof byImportable>): Entity =>
  entityNamed(entity)
