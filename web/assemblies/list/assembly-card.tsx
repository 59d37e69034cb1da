import { ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileLink } from '../../fields/links.tsx'
import { Badge } from '../../lib/badge.tsx'
import { Button } from '../../lib/button.tsx'
import { date } from '../../lib/format.ts'
import { Image } from '../../lib/image.tsx'
import { RecordLink, titleLook } from '../../lib/record-link.tsx'
import { Highlight } from '../../lib/highlight.tsx'
import type { Assembly, CardProps } from '../shared/assembly.ts'
import { FileName } from '../../fields/file-name.tsx'
import { documentsOf, sectionsOf, BomSection } from './bom-section.tsx'
import { CardMenu } from './card-menu.tsx'
import { ListCost } from './list-cost.tsx'
import { MarkBox } from '../../lib/list/marks.tsx'

const CardSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line py-2 text-sm">
    <h3 className="mb-1 font-medium">{title}</h3>
    {children}
  </section>
)

const Documents = ({ assembly }: { assembly: Assembly }) => {
  const documents = documentsOf(assembly)
  if (documents.length === 0) return null
  return (
    <CardSection title="Dokumentasjon">
      <ul className="flex flex-col gap-0.5">
        {documents.map(({ label, path }) => (
          <li key={path} className="min-w-0">
            <FileLink href={path}>{label ?? <FileName path={path} />}</FileLink>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

const Attributes = ({ assembly: { attributes } }: { assembly: Assembly }) =>
  attributes.length > 0 && (
    <CardSection title="Attributter">
      <dl>
        {attributes.map(({ id, description, value, unit }) => (
          <div key={id} className="flex justify-between gap-3 py-0.5">
            <dt className="min-w-0 truncate text-muted" title={description}>
              {description}
            </dt>
            <dd className="min-w-0 text-right break-words tabular-nums">
              {value} {unit}
            </dd>
          </div>
        ))}
      </dl>
    </CardSection>
  )

const Header = ({ assembly, open }: CardProps) => {
  const { id, name, type, drawingNumber, createdAt } = assembly
  return (
    <header className="flex items-start gap-2 px-4 pt-3">
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold break-words">
          <RecordLink to="assemblytypes" id={id} className={titleLook}>
            {name}
          </RecordLink>
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs wrap-anywhere text-muted">
          {type && <Badge tone="accent">{type}</Badge>}
          {drawingNumber && (
            <span>
              Tegn.nr. <Highlight text={drawingNumber} />
            </span>
          )}
          <time dateTime={createdAt}>{date(createdAt)}</time>
        </p>
      </div>
      <div className="-mt-0.5 -mr-2 flex">
        <MarkBox id={id} name={name} />
        <CardMenu assembly={assembly} open={open} />
      </div>
    </header>
  )
}

const Contents = ({ assembly }: { assembly: Assembly }) => {
  const sections = sectionsOf(assembly)
  return (
    <div className="flex-1 px-4">
      {sections.map((section) => (
        <BomSection key={section.kind} {...section} />
      ))}
      {sections.length === 0 && (
        <p className="border-t border-line py-4 text-center text-sm text-muted">
          Ingen komponenter lagt til
        </p>
      )}
      <Documents assembly={assembly} />
      <Attributes assembly={assembly} />
    </div>
  )
}

export const AssemblyCard = ({ assembly, open }: CardProps) => {
  const { name, description, image, cost } = assembly
  return (
    <article className="panel flex h-full min-w-0 flex-col overflow-hidden" aria-label={name}>
      {image && (
        <button
          type="button"
          onClick={() => open('image', assembly)}
          className="border-b border-line"
        >
          <Image
            src={image}
            alt={`Vis bilde av ${name}`}
            fallback="Bilde ikke tilgjengelig"
            thumbnail
            className="h-40 w-full"
          />
        </button>
      )}
      <Header assembly={assembly} open={open} />
      <p className="mx-4 mt-1.5 mb-3 line-clamp-3 break-words text-muted">
        <Highlight text={description} />
      </p>
      {cost && <ListCost cost={cost} className="border-t border-line mx-4 py-2" />}
      <Contents assembly={assembly} />
      <footer className="p-4 pt-2">
        <Button
          className="w-full"
          aria-label={`Stykkliste for ${name}`}
          icon={<ListTree />}
          onClick={() => open('bom', assembly)}
        >
          Stykkliste
        </Button>
      </footer>
    </article>
  )
}
