import { Box, Cog, Factory, Layers, Radar, Truck, type LucideIcon } from 'lucide-react'
import { entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'

export type Place = { readonly path: string; readonly label: string; readonly Icon: LucideIcon }

/** Projects have no list yet. */
export type Listed = Exclude<EntityName, 'projects'>

/** What cannot be derived from the entity's definition. */
const own: Readonly<Partial<Record<EntityName, Partial<Place>>>> = {
  motortypes: { label: 'Motorer', Icon: Cog },
  sensortypes: { label: 'Sensorer', Icon: Radar },
  componenttypes: { path: '/components' },
  assemblytypes: { path: '/assemblies', Icon: Layers },
  suppliers: { Icon: Truck },
  manufacturers: { Icon: Factory },
}

/** The list page of each collection; its records open on top of it. */
export const lists = Object.fromEntries(
  entities
    .filter(({ name }) => name !== 'projects')
    .map(({ name, noun }) => [
      name,
      { path: `/${name}`, label: capitalized(noun.many), Icon: Box, ...own[name] },
    ]),
) as Readonly<Record<Listed, Place>>

export const isListed = (name: string): name is Listed => Object.hasOwn(lists, name)

export const listPaths = Object.fromEntries(
  Object.entries(lists).map(([name, { path }]) => [name, path]),
) as Readonly<Record<Listed, string>>
