import type { Entity, RecordOf } from '#contracts/entity.ts'
import type { Sections } from '../form/entity-form-dialog.tsx'
import type { PriceKind } from '../history/price-texts.ts'
import type { DialogSize } from '../lib/dialog.tsx'
import type { Listed } from '../lib/list-paths.ts'

type KeyOf<E extends Entity> = keyof E['fields'] & string
type ColumnKey<E extends Entity> = KeyOf<E> | PriceKind

/** A catalogue screen. Its texts are made from the entity's noun. */
export type CatalogueDefinition<E extends Entity = Entity> = {
  readonly entity: E
  readonly description: string
  readonly loadingText?: string
  readonly columns: readonly ColumnKey<E>[]
  /** Columns that are hidden at first, but searched. They come last unless `columns` names them. */
  readonly hidden?: readonly ColumnKey<E>[]
  readonly widths?: Partial<Readonly<Record<ColumnKey<E>, number>>>
  readonly form: Sections<KeyOf<E> | 'pricing'>
  readonly formSize?: DialogSize
  /** Sections of the details after those that all parts have. */
  readonly technical?: Sections<KeyOf<E>>
  /** Records have an image, shown by the row action 'Vis'. */
  readonly preview?: boolean
  readonly card: readonly (readonly [
    label: string,
    ColumnKey<E> | ((row: RecordOf<E>) => string),
  ])[]
  readonly subtitle?: (row: RecordOf<E>) => string
  readonly cardColumns?: 4 | 5
}

/** The first sections of every part's details. Keys that the entity lacks are left out. */
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
  /** A click on a row opens the details; otherwise only links do. */
  readonly rowsOpen: boolean
}

/** Shows also the fields that nothing but the form names: last in the details, or as hidden columns. */
export const defineCatalogue = <E extends Entity>(given: CatalogueDefinition<E>): Catalogue => {
  const definition = given as unknown as CatalogueDefinition & Pick<Catalogue, 'entity'>
  const { entity, columns, hidden = [], form, technical } = definition
  const sections = entity.priced ? { ...partSections, ...technical } : {}
  const leftBy = (named: readonly string[]) =>
    Object.values(form)
      .flat()
      .filter((key) => ![...named, 'image', 'pricing'].includes(key))
  const startHidden = entity.priced ? hidden : [...hidden, ...leftBy([...columns, ...hidden])]
  return {
    ...definition,
    columns: [...new Set([...columns, ...startHidden])],
    hidden: startHidden,
    detail: {
      ...(entity.priced
        ? { ...sections, 'Øvrig informasjon': leftBy(Object.values(sections).flat()) }
        : form),
      Metadata: ['metadata'],
    },
    rowsOpen: Boolean(entity.priced),
  }
}
