import type { Collection, Definition, Field } from '../fields.ts'
import { assembly } from './assembly.ts'
import { component } from './component.ts'
import { manufacturer } from './manufacturer.ts'
import { motor } from './motor.ts'
import { project } from './project.ts'
import { sensor } from './sensor.ts'
import { supplier } from './supplier.ts'

export { assembly, component, manufacturer, motor, project, sensor, supplier }

/** Ordered so that an entity comes after those it refers to. */
const all = [project, supplier, manufacturer, component, motor, sensor, assembly] as const

export type EntityName = (typeof all)[number]['name']
export type PricedEntity = Extract<(typeof all)[number], { readonly priced: string }>['priced']
export type Entity = Definition & { readonly name: EntityName; readonly priced?: PricedEntity }

export const entities: readonly Entity[] = all

export const entityNamed = (name: EntityName): Entity =>
  entities.find((entity) => entity.name === name)!

export const pricedEntities = entities.flatMap(({ priced }) => priced ?? [])
/** What can be referred to. Joins and pickers name such a record by its `name`. */
const collections: Record<Collection, Entity & { readonly title: 'name' }> = {
  suppliers: supplier,
  manufacturers: manufacturer,
}

export const referredEntity = (field: Field): Entity => collections[field.to!]

export const isReferred = ({ name }: Entity): boolean => Object.hasOwn(collections, name)
