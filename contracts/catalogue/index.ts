import type { Definition } from '../definition.ts'
import type { Field } from '../fields.ts'
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
type KeyOf<E> = E extends { readonly fields: infer Fields } ? keyof Fields & string : never
/** Of any entity. */
export type FieldKey = KeyOf<(typeof all)[number]>
export type Entity = Definition & { readonly name: EntityName; readonly priced?: PricedEntity }

export const entities: readonly Entity[] = all

export const entityNamed = (name: EntityName): Entity =>
  entities.find((entity) => entity.name === name)!

export const entityPricedAs = (type: PricedEntity): Entity =>
  entities.find(({ priced }) => priced === type)!

export const pricedEntities = entities.flatMap(({ priced }) => priced ?? [])

/** What a stykkliste shows of a part, whose lines its description names. */
type Shown = 'description' | 'type' | 'itoArticlenumber' | 'manufacturerId'
export type Part = {
  readonly priced: string
  readonly title: 'description'
  readonly fields: Readonly<Record<Shown, Field>>
}
export type PartName = Extract<(typeof all)[number], Part>['name']

/** Joins and pickers name a record that others refer to by its `name`. */
type Titled = Extract<(typeof all)[number], { readonly title: 'name' }>['name']
const titled = (name: Titled): Entity => entityNamed(name)

export const referredEntity = ({ to }: Field): Entity => titled(to!)

/** The keys of the fields of one entity that refer to another. */
export const referencesTo = ({ fields }: Entity, { name }: Entity): readonly string[] =>
  Object.keys(fields).filter((key) => fields[key]!.to === name)

export const isReferred = (entity: Entity): boolean =>
  entities.some((other) => referencesTo(other, entity).length > 0)
