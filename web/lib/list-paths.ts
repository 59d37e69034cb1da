import { Box, Cog, Factory, Layers, Radar, Truck, type LucideIcon } from 'lucide-react'
import { entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'

/** A page as menus show it. */
export type Place = { readonly path: string; readonly label: string; readonly Icon: LucideIcon }

/** Projects have no list yet. */
export type Listed = Exclude<EntityName, 'projects'>

/** What does not follow from the entity's definition. */
const own: Readonly<Partial<Record<EntityName, Partial<Place>>>> = {
  motortypes: { label: 'Motorer', Icon: Cog },
  sensortypes: { label: 'Sensorer', Icon: Radar },
  componenttypes: { path: '/components' },
  assemblytypes: { path: '/assemblies', Icon: Layers },
  suppliers: { Icon: Truck },
  manufacturers: { Icon: Factory },
}

/** Where records are, each over the list of its kind. */
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
