import type { ReactNode } from 'react'
import { Image } from '../lib/image.tsx'

type Props = {
  title: string
  subtitle?: string | null | undefined
  /** Path of the image, null for none; left out where records have no image. */
  image?: string | null | undefined
  lines: readonly (readonly [label: string, value: ReactNode])[]
}

/** What a card of the catalogue looks like. Empty lines are left out. */
export const Card = ({ title, subtitle, image, lines }: Props) => (
  <div className="flex min-w-0 flex-col gap-3">
    <div className="flex min-w-0 items-start gap-3">
      {image !== undefined && (
        <Image
          src={image}
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
        .filter(([, value]) => value !== '' && value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="truncate text-right tabular-nums">{value}</dd>
          </div>
        ))}
    </dl>
  </div>
)
