import { z } from 'zod'
import { decimalOf } from '#contracts/decimal.ts'
import { changeBody, createBody } from '#contracts/bodies.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Field, Kind } from '#contracts/fields.ts'
import { defaultPrice } from '#contracts/pricing.ts'
import type { Row } from '../row.ts'

/** What the controls of a form hold: texts as typed, so that nothing typed is lost on the way. */
export type Draft = string | boolean | readonly string[]
export type PriceDraft = {
  costPrice: string
  costPriceCurrency: string
  priceFactor: string
  listPrice: string
  unit: string
}
export type Drafts = { [key: string]: Draft | PriceDraft | undefined; pricing?: PriceDraft }

/** What a number input reports while it holds something that is no number. */
export const notANumber = 'NaN'

const textOf = (value: unknown): string => {
  if (typeof value === 'number') return decimalOf(value)
  return typeof value === 'string' ? value : ''
}

const numeric: readonly Kind[] = ['number', 'reference']

const draftOf = ({ kind }: Field, value: unknown): Draft => {
  if (kind === 'flag') return value === true
  if (kind === 'list' || kind === 'files') return Array.isArray(value) ? (value as string[]) : []
  return textOf(value)
}

export const noPrice: PriceDraft = {
  costPrice: '',
  costPriceCurrency: defaultPrice.costPriceCurrency,
  priceFactor: defaultPrice.priceFactor,
  listPrice: '',
  unit: defaultPrice.unit,
}

const priceDraft = (pricing: Row['pricing']): PriceDraft =>
  pricing
    ? {
        costPrice: textOf(pricing.costPrice),
        costPriceCurrency: pricing.costPriceCurrency,
        priceFactor: textOf(pricing.priceFactor),
        listPrice: textOf(pricing.listPrice),
        unit: textOf(pricing.unit),
      }
    : noPrice

/** The form of an item, or an empty one. Without a price the default price is kept. */
export const draftsOf = (entity: Entity, item?: Row): Drafts => ({
  ...Object.fromEntries(
    Object.entries(entity.fields).map(([key, field]) => [key, draftOf(field, item?.[key])]),
  ),
  ...(entity.priced && { pricing: priceDraft(item?.pricing) }),
})

/** 'NaN' becomes NaN, which no schema takes for a number. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const valueOf = ({ kind }: Field, draft: Draft) => {
  if (typeof draft !== 'string') return draft
  if (numeric.includes(kind)) return numberOf(draft)
  return draft.trim() === '' ? null : draft
}

const priceOf = ({ costPrice, priceFactor, listPrice, ...rest }: PriceDraft) => ({
  ...rest,
  costPrice: numberOf(costPrice),
  priceFactor: numberOf(priceFactor),
  listPrice: numberOf(listPrice),
})

const isUntouched = (draft: PriceDraft) =>
  Object.entries(noPrice).every(([key, value]) => draft[key as keyof PriceDraft] === value)

/**
 * The body to send. In an update an empty control clears its field (null); in a create it is left out.
 * A price nobody touched is no price.
 */
export const bodyOf = (entity: Entity, drafts: Drafts, item?: Row): Record<string, unknown> => {
  const values = Object.entries(entity.fields).flatMap(([key, field]) => {
    const value = valueOf(field, drafts[key] as Draft)
    return value === null && !item ? [] : [[key, value] as const]
  })
  const { pricing } = drafts
  const priced = pricing && (item?.pricing || !isUntouched(pricing))
  return { ...Object.fromEntries(values), ...(priced && { pricing: priceOf(pricing) }) }
}

/** Rules of the form: those of the body, told of the drafts. */
export const draftSchema = (entity: Entity, item?: Row): z.ZodType =>
  z.preprocess(
    (drafts) => bodyOf(entity, drafts as Drafts, item),
    item ? changeBody(entity) : createBody(entity),
  )

const priceLabels: Readonly<Record<string, string>> = {
  costPrice: 'Kostpris',
  costPriceCurrency: 'Valuta',
  priceFactor: 'Prisfaktor',
  listPrice: 'Listepris',
  unit: 'Enhet (pris)',
}

/** The label of a form's field by its dotted path. */
export const labelOf =
  (entity: Entity) =>
  (path: string): string => {
    const [key = '', below = ''] = path.split('.')
    if (key === 'pricing') return priceLabels[below] ?? 'Pris'
    return entity.fields[key]?.label ?? key
  }
