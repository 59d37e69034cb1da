import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { Image } from '../lib/image.tsx'
import { columnText } from '../lib/list/list-props.ts'
import { columnOf } from './columns.tsx'
import { nameOf, type CatalogueDefinition } from './definition.ts'

/** What a card of the catalogue looks like. Empty lines are left out. */
export const Card = ({ definition, row }: { definition: CatalogueDefinition; row: AnyRecord }) => {
  const { entity, card } = definition
  const title = nameOf(definition, row)
  const text = (key: string) => valueAt(row, key) as string | null | undefined
  const subtitle = definition.subtitle?.(row) ?? text('type')
  const lines = card.map(([label, shown]) => {
    if (typeof shown === 'function') return { label, value: shown(row) }
    const column = columnOf(entity, shown)
    const plain = columnText(column, row)
    return { label, value: plain && (column.show?.(row) ?? plain) }
  })
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 items-start gap-3">
        {entity.fields['image'] && (
          <Image
            src={text('image') ?? null}
            alt=""
            fallback="Ingen bilde tilgjengelig"
            small
            className="size-12 shrink-0 rounded-md"
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 font-semibold wrap-break-word" title={title}>
            {title}
          </p>
          {subtitle && <p className="truncate text-sm text-muted">{subtitle}</p>}
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {lines
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{label}</dt>
              <dd className="truncate text-right tabular-nums">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
