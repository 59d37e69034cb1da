import { Box, Cog, Factory, Layers, Radar, Truck, type LucideIcon } from 'lucide-react'
import type { EntityName } from '#contracts/entity.ts'

/** A page as menus show it. */
export type Place = { readonly path: string; readonly label: string; readonly Icon: LucideIcon }

const place = (path: string, label: string, Icon: LucideIcon): Place => ({ path, label, Icon })

/** Where records are, each over the list of its kind, in the order of menus. Projects have no list yet. */
export const lists = {
  motortypes: place('/motortypes', 'Motorer', Cog),
  sensortypes: place('/sensortypes', 'Sensorer', Radar),
  componenttypes: place('/components', 'Komponenter', Box),
  assemblytypes: place('/assemblies', 'Sammenstillinger', Layers),
  suppliers: place('/suppliers', 'Leverandører', Truck),
  manufacturers: place('/manufacturers', 'Produsenter', Factory),
} satisfies Partial<Record<EntityName, Place>>

export type Listed = keyof typeof lists
export const isListed = (name: string): name is Listed => Object.hasOwn(lists, name)

export const listPaths = Object.fromEntries(
  Object.entries(lists).map(([name, { path }]) => [name, path]),
) as Readonly<Record<Listed, string>>
