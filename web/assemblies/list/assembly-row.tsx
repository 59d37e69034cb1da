import { ListTree } from 'lucide-react'
import { Badge } from '../../lib/badge.tsx'
import { Button } from '../../lib/button.tsx'
import { count, date } from '../../lib/format.ts'
import { Image } from '../../lib/image.tsx'
import { RecordLink, titleLook } from '../../lib/record-link.tsx'
import { Highlight } from '../../lib/highlight.tsx'
import type { Assembly, CardProps } from '../shared/assembly.ts'
import { linkTexts } from '../shared/link-texts.ts'
import { CardMenu } from './card-menu.tsx'
import { ListCost } from './list-cost.tsx'
import { MarkBox } from '../../lib/list/marks.tsx'

const countsOf = ({ bomSummary }: Assembly): string =>
  Object.values(linkTexts)
    .map(({ total, one, many }) => ({ held: bomSummary[total], one, many }))
    .filter(({ held }) => held > 0)
    .map(({ held, one, many }) => `${count(held)}\u00a0${held === 1 ? one : many}`)
    .join(' · ') || 'Ingen komponenter lagt til'

export const AssemblyRow = ({ assembly, open }: CardProps) => {
  const { name, description, type, drawingNumber, image, createdAt, cost } = assembly
  return (
    <div className="flex items-center gap-3 py-2.5 pr-4 pl-2 max-lg:flex-wrap">
      <MarkBox id={assembly.id} name={name} />
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          <RecordLink to="assemblytypes" id={assembly.id} className={titleLook}>
            {name}
          </RecordLink>
          {type && <Badge tone="accent">{type}</Badge>}
          {drawingNumber && (
            <span className="text-xs font-normal text-muted">
              Tegn.nr. <Highlight text={drawingNumber} />
            </span>
          )}
        </h2>
        <p className="truncate text-sm text-muted">
          <Highlight text={description} />
        </p>
      </div>
      {image && <Image src={image} small className="size-10 shrink-0 rounded-sm max-sm:hidden" />}
      {cost && (
        <ListCost
          cost={cost}
          className="w-60 shrink-0 max-lg:order-last max-lg:w-full max-lg:pl-11 max-sm:pl-14 lg:text-right"
        />
      )}
      <p className="hidden w-56 shrink-0 text-sm text-muted tabular-nums 2xl:block">
        {countsOf(assembly)}
      </p>
      <time
        dateTime={createdAt}
        className="hidden w-24 shrink-0 text-right text-sm text-muted md:block"
      >
        {date(createdAt)}
      </time>
      <Button
        small
        aria-label={`Stykkliste for ${name}`}
        icon={<ListTree />}
        className="max-sm:w-8 max-sm:px-0"
        onClick={() => open('bom', assembly)}
      >
        <span className="max-sm:hidden">Stykkliste</span>
      </Button>
      <CardMenu assembly={assembly} open={open} />
    </div>
  )
}
