import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import { Image } from '../lib/image.tsx'
import { columnText, type Column } from '../lib/list/list-props.ts'
import { highlighted } from '../lib/highlight.tsx'
import { RecordLink, titleLook as plainLook } from '../lib/record-link.tsx'
import { recordTitle } from '../lib/records.ts'
import type { Catalogue } from './definition.ts'

/** If a click on a table row opens the record, the link covers the whole card. */
const titleLook = ({ rowsOpen }: Catalogue) =>
  `${plainLook} ${rowsOpen ? 'after:absolute after:inset-0' : ''}`

type Props = { definition: Catalogue; row: AnyRecord; lines: readonly Column<AnyRecord>[] }

export const Card = ({ definition, row, lines }: Props) => {
  const { entity } = definition
  const title = recordTitle(entity, row)
  const text = (key: string) => valueAt(row, key) as string | null | undefined
  const subtitle = definition.subtitle?.(row) ?? text('type')
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 items-start gap-3">
        {entity.fields['image'] && (
          <Image src={text('image') ?? null} small className="size-12 shrink-0 rounded-md" />
        )}
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 font-semibold wrap-break-word" title={title}>
            <RecordLink to={entity.name} id={row.id} className={titleLook(definition)}>
              {title}
            </RecordLink>
          </p>
          {subtitle && <p className="truncate text-sm text-muted">{highlighted(subtitle)}</p>}
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {lines
          .filter((line) => columnText(line, row) !== '')
          .map((line) => (
            <div key={line.key} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{line.label}</dt>
              <dd className="truncate text-right tabular-nums [&_a]:relative">
                {highlighted(line.show?.(row) ?? columnText(line, row))}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
