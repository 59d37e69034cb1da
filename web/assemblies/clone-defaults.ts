import type { Assembly } from './assembly.ts'

export type CloneForm = { readonly name: string; readonly description: string }

export const cloneDefaults = ({
  name,
  description,
}: Pick<Assembly, 'name' | 'description'>): CloneForm => ({
  name: `${name} - Kopi`,
  description: `Kopi av ${description || name}`,
})
