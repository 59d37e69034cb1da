import type { ReactNode } from 'react'
import { valueAt, type AnyRecord, type Entity, type RecordOf } from '#contracts/entity.ts'
import type { SpecialControl } from '../fields/basic-controls.tsx'
import type { KeyOf } from '../fields/field-text.ts'
import type { DialogSize } from '../lib/dialog.tsx'

/** What prices add to the keys of the entity's fields. */
export type PriceKey = 'costPrice' | 'listPrice' | 'salesPrice'
type ColumnKey<E extends Entity> = KeyOf<E> | PriceKey
type Sections<Key> = readonly { readonly title: string; readonly fields: readonly Key[] }[]

/** A catalogue screen: mostly its words and its order. */
export type CatalogueDefinition<E extends Entity = Entity> = {
  readonly entity: E
  readonly text: {
    readonly title: string
    readonly description: string
    readonly add: string
    readonly loading?: string
    readonly search: string
    readonly empty: string
  }
  readonly columns: readonly ColumnKey<E>[]
  /** Columns that start hidden; they are searched all the same. */
  readonly hidden?: readonly ColumnKey<E>[]
  /** Widths of columns other than usual. */
  readonly widths?: Partial<Readonly<Record<ColumnKey<E>, number>>>
  readonly form: Sections<KeyOf<E> | 'pricing'>
  readonly formSize?: DialogSize
  /** Controls other than those of the field's kind. */
  readonly controls?: Partial<Readonly<Record<KeyOf<E>, SpecialControl>>>
  /** Sections of the detail dialog; without them a click on a row does nothing. */
  readonly detail?: Sections<KeyOf<E> | 'pricing' | 'metadata'>
  /** What a record is called in titles, where its title field is empty. */
  readonly nameOf?: (row: RecordOf<E>) => string
  /** Records have an image, shown by the action 'Vis'. */
  readonly preview?: boolean
  readonly card: (row: RecordOf<E>) => ReactNode
  readonly cardColumns?: 4 | 5
}

export const nameOf = ({ entity, nameOf: own }: CatalogueDefinition, row: AnyRecord): string =>
  own?.(row) || String(valueAt(row, entity.title) || `Nr. ${row.id}`)

/** Where a definition was written its keys were checked; from here on they are texts. */
export const anyDefinition = <E extends Entity>(definition: CatalogueDefinition<E>) =>
  withUnplaced(definition as unknown as CatalogueDefinition)

/**
 * A field that is on the form, but in no column and no detail section, is shown all the same: last in
 * the details before the metadata, or where there are no details as a column that starts hidden.
 */
const withUnplaced = (definition: CatalogueDefinition): CatalogueDefinition => {
  const { columns, hidden = [], form, detail } = definition
  const detailed = (detail ?? []).flatMap(({ fields }) => fields)
  const shown = new Set<string>([...columns, ...detailed, 'image', 'pricing'])
  const left = form.flatMap(({ fields }) => fields).filter((key) => !shown.has(key))
  if (left.length === 0) return definition
  if (!detail)
    return { ...definition, columns: [...columns, ...left], hidden: [...hidden, ...left] }
  const other = { title: 'Øvrig informasjon', fields: left }
  return { ...definition, detail: [...detail.slice(0, -1), other, ...detail.slice(-1)] }
}
