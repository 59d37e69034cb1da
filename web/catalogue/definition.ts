import type { Entity, RecordOf } from '#contracts/entity.ts'
import type { KeyOf } from '../fields/field-value.tsx'
import type { Sections } from '../form/entity-form-dialog.tsx'
import type { PriceKind } from '../history/price-texts.ts'
import type { DialogSize } from '../lib/dialog.tsx'
import type { Listed } from '../lib/list-paths.ts'

/** The keys of the entity's fields, and of its prices. */
type ColumnKey<E extends Entity> = KeyOf<E> | PriceKind

/** A catalogue screen: mostly its order. Its words follow from what the entity is called. */
export type CatalogueDefinition<E extends Entity = Entity> = {
  readonly entity: E
  readonly description: string
  readonly loadingText?: string
  readonly columns: readonly ColumnKey<E>[]
  /** Columns that start hidden, last unless they are named above; they are searched all the same. */
  readonly hidden?: readonly ColumnKey<E>[]
  /** Widths of columns other than usual. */
  readonly widths?: Partial<Readonly<Record<ColumnKey<E>, number>>>
  readonly form: Sections<KeyOf<E> | 'pricing'>
  readonly formSize?: DialogSize
  /** What the details of a part show besides what they show of every part. */
  readonly technical?: Sections<KeyOf<E>>
  /** Records have an image, shown by the action 'Vis'. */
  readonly preview?: boolean
  /** The lines of a card: each a label, and the column that it shows. */
  readonly card: readonly (readonly [
    label: string,
    ColumnKey<E> | ((row: RecordOf<E>) => string),
  ])[]
  readonly subtitle?: (row: RecordOf<E>) => string
  readonly cardColumns?: 4 | 5
}

/** What the details of every part start with. A part without such a field leaves it out. */
const partSections: Sections = {
  'Grunnleggende informasjon': [
    'description',
    'type',
    'ppDescription',
    'allowedPrefix',
    'tags',
    'notes',
  ],
  Prisinformasjon: ['pricing'],
  Dokumentasjon: ['dataSheet', 'mechanicalDrawing', 'symbol', 'otherFiles', 'drawingNumber'],
  Artikkelnumre: ['supplierArticlenumber', 'itoArticlenumber', 'electricalNumber'],
  Bedriftsinformasjon: [
    'supplierId',
    'manufacturerId',
    'minimumOrder',
    'leadTime',
    'countryOfOrigin',
  ],
}

export type Catalogue = CatalogueDefinition & {
  readonly entity: Entity & { readonly name: Listed }
  readonly hidden: readonly string[]
  readonly detail: Sections
  /** A click on a row opens its details; else only links to it do. */
  readonly rowsOpen: boolean
}

/**
 * Where a definition was written its keys were checked; from here on they are texts. A field of the form
 * that it names nowhere else is shown all the same: last in the details, or as a column that starts hidden.
 */
export const anyDefinition = <E extends Entity>(given: CatalogueDefinition<E>): Catalogue => {
  const definition = given as unknown as CatalogueDefinition & Pick<Catalogue, 'entity'>
  const { entity, columns, hidden = [], form, technical } = definition
  const sections = entity.priced ? { ...partSections, ...technical } : {}
  const named = [...columns, ...hidden, ...Object.values(sections).flat(), 'image', 'pricing']
  const left = Object.values(form)
    .flat()
    .filter((key) => !named.includes(key))
  const startHidden = entity.priced ? hidden : [...hidden, ...left]
  return {
    ...definition,
    columns: [...new Set([...columns, ...startHidden])],
    hidden: startHidden,
    detail: {
      ...(entity.priced ? { ...sections, 'Øvrig informasjon': left } : form),
      Metadata: ['metadata'],
    },
    rowsOpen: Boolean(entity.priced),
  }
}
