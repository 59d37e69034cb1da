import type { Entity, EntityName } from './catalogue/index.ts'
import type { Fields, Kind, Value } from './fields.ts'
import type { Pricing } from './pricing.ts'
import { capitalized } from './text.ts'

export type { Entity, EntityName }

export const fieldKeys = (entity: Entity): readonly string[] => Object.keys(entity.fields)

/** `supplierId` -> `supplier`: under which its name and object are answered. */
export const objectKey = (key: string): string => key.replace(/Id$/, '')

/** What follows from a definition, worked out once: each command and each row asks for it. */
export const onceFor = <T>(workOut: (entity: Entity) => T) => {
  const known = new Map<Entity, T>()
  return (entity: Entity): T => {
    const found = known.get(entity) ?? workOut(entity)
    known.set(entity, found)
    return found
  }
}

export const referenceKeys = onceFor((entity): readonly string[] =>
  fieldKeys(entity).filter((key) => entity.fields[key]!.kind === 'reference'),
)

/** Why a record cannot be referred to. */
export const missingText = ({ noun }: Entity): string => `${capitalized(noun.the)} finnes ikke`

export type AnyRecord = {
  readonly id: number | string
  readonly pricing?: Pricing | null
  readonly createdAt?: string
  readonly updatedAt?: string
}

type KindValues = {
  readonly number: number | null
  readonly reference: number | null
  readonly measure: number | string | null
  readonly flag: boolean
  readonly list: readonly string[]
  readonly files: readonly string[]
}
type ValueOf<K extends Kind> = K extends keyof KindValues ? KindValues[K] : string | null
type OwnFields<F extends Fields> = { readonly [K in keyof F]?: ValueOf<F[K]['kind']> }
type ReferenceNames<F extends Fields> = {
  readonly [
    K in keyof F as F[K]['kind'] extends 'reference'
      ? K extends `${infer Name}Id`
        ? `${Name}Name`
        : never
      : never
  ]?: string | null
}

/** A record of this very entity: a misspelt key does not compile. Of any entity, what all have. */
export type RecordOf<E extends Entity> = AnyRecord &
  (string extends keyof E['fields']
    ? unknown
    : OwnFields<E['fields']> & ReferenceNames<E['fields']>)

export const valueAt = (record: AnyRecord, key: string): Value | undefined =>
  (record as unknown as Readonly<Record<string, Value | undefined>>)[key]
