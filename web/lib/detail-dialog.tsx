import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Image } from './image.tsx'

export type DetailLine = {
  readonly label: string
  readonly value: ReactNode
  readonly wide?: boolean
}
export type DetailSection = {
  readonly title: string
  readonly lines: readonly DetailLine[]
  /** Buttons or other content after the lines. */
  readonly action?: ReactNode
}

type Props = {
  open: boolean
  onClose: () => void
  title: string
  subtitle?: string | undefined
  badge?: ReactNode
  /** Path of the image; leave it out where records have none. */
  image?: string | null | undefined
  onImage?: () => void
  sections: readonly DetailSection[]
  /** Buttons at the foot. */
  actions?: ReactNode
  children?: ReactNode
}

const isFilled = ({ value }: DetailLine) => value !== null && value !== undefined && value !== ''

const Lines = ({ title, lines, action }: DetailSection) => (
  <section className="py-4 first:pt-0 last:pb-0">
    <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2">
      {lines.map(({ label, value, wide }) => (
        <div key={label} className={`min-w-0 ${wide ? 'sm:col-span-2' : ''}`}>
          <dt className="text-xs text-faint">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
    {action}
  </section>
)

/** Everything about one record, to read. Lines without a value are left out, and so are empty sections. */
export const DetailDialog = ({
  open,
  onClose,
  title,
  subtitle,
  badge,
  image,
  onImage,
  sections,
  actions,
  children,
}: Props) => {
  const shown = sections
    .map((section) => ({ ...section, lines: section.lines.filter(isFilled) }))
    .filter(({ lines, action }) => lines.length > 0 || Boolean(action))
  const opens = Boolean(image && onImage)
  const picture = (
    <Image
      src={image}
      alt={opens ? `Vis bildet stort: ${title}` : title}
      fallback="Ingen bilde tilgjengelig"
      className="aspect-[4/3] w-full rounded-md sm:aspect-square"
    />
  )

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={subtitle}
      badge={badge}
      size="xl"
      readable
      footer={
        actions && (
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
            {actions}
          </footer>
        )
      }
    >
      <div className="flex flex-col gap-5 p-5 sm:flex-row">
        {image !== undefined && (
          <div className="shrink-0 self-start sm:sticky sm:top-5 sm:w-56 lg:w-72">
            {opens ? (
              <button type="button" onClick={onImage} className="w-full">
                {picture}
              </button>
            ) : (
              picture
            )}
          </div>
        )}
        <div className="min-w-0 flex-1 divide-y divide-line">
          {shown.length === 0 && (
            <p className="py-8 text-center text-muted">Ingen tilgjengelig detaljinformasjon</p>
          )}
          {shown.map((section) => (
            <Lines key={section.title} {...section} />
          ))}
          {children}
        </div>
      </div>
    </Dialog>
  )
}
