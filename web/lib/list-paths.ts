import {
  Box,
  Cog,
  Factory,
  FolderKanban,
  Layers,
  Radar,
  Truck,
  type LucideIcon,
} from 'lucide-react'
import { entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'

export type Place = { readonly path: string; readonly label: string; readonly Icon: LucideIcon }

/** What cannot be derived from the entity's definition. */
const own: Readonly<Partial<Record<EntityName, Partial<Place>>>> = {
  projects: { path: '/prosjekter', Icon: FolderKanban },
  motortypes: { label: 'Motorer', Icon: Cog },
  sensortypes: { label: 'Sensorer', Icon: Radar },
  componenttypes: { path: '/components' },
  assemblytypes: { path: '/assemblies', Icon: Layers },
  suppliers: { Icon: Truck },
  manufacturers: { Icon: Factory },
}

/** The page of each collection. */
export const places = Object.fromEntries(
  entities.map(({ name, noun }) => [
    name,
    { path: `/${name}`, label: capitalized(noun.many), Icon: Box, ...own[name] },
  ]),
) as Readonly<Record<EntityName, Place>>

/** Records open on top of their list. Projects have none yet. */
export const { projects, ...lists } = places
export type Listed = keyof typeof lists

export const isListed = (name: string): name is Listed => Object.hasOwn(lists, name)
