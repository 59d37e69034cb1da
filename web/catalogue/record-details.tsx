import type { ReactNode } from 'react'
import { isReferred } from '#contracts/catalogue/index.ts'
import { valueAt, type AnyRecord } from '#contracts/entity.ts'
import type { Pricing } from '#contracts/pricing.ts'
import { showLinked } from '../fields/field-value.tsx'
import { wideKinds } from '../fields/controls.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { dateTime, day, fixed } from '../lib/format.ts'
import { Image } from '../lib/image.tsx'
import { recordTitle } from '../lib/records.ts'
import { isLinked, WhereUsed } from './where-used.tsx'
import { priceText } from './columns.tsx'
import type { Catalogue } from './definition.ts'
import { ImageDialog } from './image-dialog.tsx'
import { Offers } from './offers.tsx'
import { UsedBy, usedByTitle } from './used-by.tsx'

type Line = { readonly label: string; readonly value: ReactNode; readonly wide?: boolean }

const comingLines = (coming: NonNullable<Pricing['coming']>): readonly Line[] => {
  const from = `fra ${day(coming.validFrom)}`
  return [
    { label: `Kostpris ${from}`, value: priceText(coming, 'costPrice') || '–' },
    { label: `Salgspris ${from}`, value: priceText(coming, 'salesPrice') || '–' },
    { label: `Listepris ${from}`, value: priceText(coming, 'listPrice') },
    { label: `Prisenhet ${from}`, value: coming.unit },
  ]
}

const priceLines = ({ pricing }: AnyRecord): readonly Line[] => {
  if (!pricing) return []
  const { priceFactor, unit, costPriceUpdatedAt, validFrom, coming } = pricing
  return [
    { label: 'Kostpris', value: priceText(pricing, 'costPrice') },
    { label: 'Prisfaktor', value: fixed(priceFactor, 1) },
    { label: 'Salgspris', value: priceText(pricing, 'salesPrice') },
    { label: 'Listepris', value: priceText(pricing, 'listPrice') },
    { label: 'Prisenhet', value: unit },
    { label: 'Gjelder fra', value: validFrom && day(validFrom) },
    { label: 'Kostpris oppdatert', value: costPriceUpdatedAt && dateTime(costPriceUpdatedAt) },
    ...(coming ? comingLines(coming) : []),
  ]
}

const metadataLines = ({ createdAt, updatedAt }: AnyRecord): readonly Line[] => [
  { label: 'Opprettet', value: createdAt && dateTime(createdAt) },
  { label: 'Oppdatert', value: updatedAt && dateTime(updatedAt) },
]

const isFilled = ({ value }: Line) => value !== '' && value !== null && value !== undefined

export const sectionsOf = ({ entity, detail }: Catalogue, row: AnyRecord) => {
  const linesOf = (key: string): readonly Line[] => {
    if (key === 'pricing') return priceLines(row)
    if (key === 'metadata') return metadataLines(row)
    const field = entity.fields[key]
    if (!field) return []
    const { label, kind } = field
    return [{ label, value: showLinked(entity, row, key), wide: wideKinds.includes(kind) }]
  }
  return Object.entries(detail).map(([title, fields]) => ({
    title,
    lines: fields.flatMap(linesOf).filter(isFilled),
  }))
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="py-4 first:pt-0 last:pb-0">
    <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
    {children}
  </section>
)

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2">
    {lines.map(({ label, value, wide }) => (
      <div key={label} className={`min-w-0 ${wide ? 'sm:col-span-2' : ''}`}>
        <dt className="text-xs text-faint">{label}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
)

type PictureProps = { title: string; name: string; src: string | null }

const Picture = ({ title, name, src }: PictureProps) => {
  const picture = (
    <Image
      src={src}
      alt={src ? `Vis bildet stort: ${title}` : title}
      fallback="Ingen bilde tilgjengelig"
      className="aspect-[4/3] w-full rounded-md sm:aspect-square"
    />
  )
  return (
    <div className="shrink-0 self-start sm:sticky sm:top-5 sm:w-56 lg:w-72">
      {src ? (
        <DialogButton
          as="button"
          type="button"
          className="w-full"
          dialog={ImageDialog}
          with={{ title: name, src }}
        >
          {picture}
        </DialogButton>
      ) : (
        picture
      )}
    </div>
  )
}

type Props = { definition: Catalogue; row: AnyRecord; title: string }

export const RecordDetails = ({ definition, row, title }: Props) => {
  const { entity } = definition
  const sections = sectionsOf(definition, row).filter(({ lines }) => lines.length > 0)
  return (
    <div className="flex flex-col gap-5 p-5 sm:flex-row">
      {entity.fields['image'] && (
        <Picture
          title={title}
          name={recordTitle(entity, row)}
          src={valueAt(row, 'image') as string | null}
        />
      )}
      <div className="min-w-0 flex-1 divide-y divide-line">
        {sections.length === 0 && (
          <p className="py-8 text-center text-muted">Ingen tilgjengelig detaljinformasjon</p>
        )}
        {isLinked(entity.name) && (
          <Section title="Brukes i">
            <WhereUsed collection={entity.name} id={Number(row.id)} />
          </Section>
        )}
        {sections.map((section) => (
          <Section key={section.title} title={section.title}>
            <Lines lines={section.lines} />
          </Section>
        ))}
        {entity.priced && (
          <Section title="Andre leverandører">
            <Offers entity={entity} row={row} />
          </Section>
        )}
        {isReferred(entity) && (
          <Section title={usedByTitle(entity)}>
            <UsedBy entity={entity} row={row} />
          </Section>
        )}
      </div>
    </div>
  )
}
