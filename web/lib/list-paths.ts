import type { EntityName } from '#contracts/entity.ts'

/** Where records are: each over the list of its kind. Projects have no list yet. */
export const listPaths = {
  motortypes: '/motortypes',
  sensortypes: '/sensortypes',
  componenttypes: '/components',
  assemblytypes: '/assemblies',
  suppliers: '/suppliers',
  manufacturers: '/manufacturers',
} as const satisfies Partial<Record<EntityName, string>>

export type Listed = keyof typeof listPaths
export const isListed = (name: string): name is Listed => Object.hasOwn(listPaths, name)
