import type { Entity, EntityName } from './catalogue/index.ts'
import type { Fields, Kind, Value } from './fields.ts'
import type { Pricing } from './pricing.ts'
import { capitalized, digitsKey, normalKey } from './text.ts'

export type { Entity, EntityName }

export const fieldKeys = (entity: Entity): readonly string[] => Object.keys(entity.fields)

/** `supplierId` -> `supplier` */
export const objectKey = (key: string): string => key.replace(/Id$/, '')

/** `supplierId` -> `supplierName`: the title of what a reference refers to, in answers. */
export const nameKey = (key: string): string => `${objectKey(key)}Name`

/** Memoizes by entity: commands and rows ask for these often. */
export const onceFor = <T>(derive: (entity: Entity) => T) => {
  const known = new Map<Entity, T>()
  return (entity: Entity): T => {
    const found = known.get(entity) ?? derive(entity)
    known.set(entity, found)
    return found
  }
}

export const referenceKeys = onceFor((entity): readonly string[] =>
  fieldKeys(entity).filter((key) => entity.fields[key]!.kind === 'reference'),
)

/** Fields whose values are encrypted in the log, and can be erased. */
export const personalKeys = onceFor((entity): readonly string[] =>
  fieldKeys(entity).filter((key) => entity.fields[key]!.personal),
)

export const holdsPersonal = (entity: Entity): boolean => personalKeys(entity).length > 0

/** For comparing texts that records are found by. */
export const textKey = ({ csv }: Entity, key: string) =>
  key === csv?.priceFiles ? digitsKey : normalKey

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

/** A misspelt key of a known entity does not compile. */
export type RecordOf<E extends Entity> = AnyRecord &
  (string extends keyof E['fields']
    ? unknown
    : OwnFields<E['fields']> & ReferenceNames<E['fields']>)

/** Compares values of fields. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export const valueAt = (record: AnyRecord, key: string): Value | undefined =>
  (record as unknown as Readonly<Record<string, Value | undefined>>)[key]
