import { ChevronRight } from 'lucide-react'
import type { BomDetail } from '#contracts/assembly/answers.ts'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { valueAt } from '#contracts/entity.ts'
import { count } from '../../lib/format.ts'
import { RecordLink } from '../../lib/record-link.tsx'
import { useSomeOf } from '../../lib/use-some-of.tsx'
import type { Assembly } from '../shared/assembly.ts'
import { linkTexts } from '../shared/link-texts.ts'

const previewLength = 5

type Section = {
  readonly kind: LinkKind
  readonly title: string
  readonly items: readonly BomDetail[]
}

export const sectionsOf = ({ bomDetails }: Assembly): Section[] =>
  kindsOfLink
    .map((kind) => ({ kind, title: linkTexts[kind].tab, items: bomDetails[linkKinds[kind].path] }))
    .filter(({ items }) => items.length > 0)

/** `label` is null where the file is called by its own name. */
type Document = { readonly label: string | null; readonly path: string }

export const documentsOf = (record: Assembly): Document[] =>
  Object.entries(assembly.fields).flatMap(([key, { kind, label }]): Document[] => {
    const value = valueAt(record, key)
    if (key === 'image' || !value) return []
    if (kind === 'file') return [{ label, path: String(value) }]
    return kind === 'files' && Array.isArray(value)
      ? value.map((path) => ({ label: null, path: String(path) }))
      : []
  })

const Item = ({ kind, item }: { kind: LinkKind; item: BomDetail }) => {
  const { id, description, quantity } = item
  const number = item.itoArticlenumber || item.supplierArticlenumber
  return (
    <li className="flex gap-2 py-0.5">
      <span className="min-w-0 flex-1 truncate" title={description ?? undefined}>
        <RecordLink to={linkKinds[kind].entity} id={id}>
          {description || `Nr. ${id}`}
        </RecordLink>{' '}
        {number && <span className="ml-0.5 text-xs text-muted">{number}</span>}
      </span>
      <span className="shrink-0 text-muted tabular-nums">× {count(quantity)}</span>
    </li>
  )
}

export const BomSection = ({ kind, title, items }: Section) => {
  const { shown, moreButton } = useSomeOf(items, previewLength)
  return (
    <details open className="group/section border-t border-line pt-1.5 pb-2">
      <summary className="flex list-none items-center gap-1.5 rounded-md py-1 text-sm font-medium hover:text-accent [&::-webkit-details-marker]:hidden max-sm:min-h-11 pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-3.5 text-faint transition-transform group-open/section:rotate-90"
        />
        {title}
        <span className="ml-auto text-xs font-normal text-muted tabular-nums">
          {count(items.length)}
        </span>
      </summary>
      <div className="pl-5">
        <ul className="text-sm">
          {shown.map((item) => (
            <Item key={item.id} kind={kind} item={item} />
          ))}
        </ul>
        {moreButton}
      </div>
    </details>
  )
}
