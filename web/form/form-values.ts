import { z } from 'zod'
import { decimalOf } from '#contracts/decimal.ts'
import { changeBody, createBody } from '#contracts/records.ts'
import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Field, Kind } from '#contracts/fields.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'

/** What the controls of a form hold: texts as typed, so that nothing typed is lost on the way. */
export type FormValue = string | boolean | readonly string[]
type PriceKey = keyof Price | 'validFrom' | 'reason'
type PriceValues = Readonly<Record<PriceKey, string>>
export type FormValues = {
  [key: string]: FormValue | PriceValues | undefined
  pricing?: PriceValues
}

const textOf = (value: unknown): string => {
  if (typeof value === 'number') return decimalOf(value)
  return typeof value === 'string' ? value : ''
}

const numeric: readonly Kind[] = ['number', 'reference']

const formValueOf = ({ kind }: Field, value: unknown): FormValue => {
  if (kind === 'flag') return value === true
  if (kind === 'list' || kind === 'files') return Array.isArray(value) ? (value as string[]) : []
  return textOf(value)
}

export const noPrice: PriceValues = {
  costPrice: '',
  costPriceCurrency: defaultPrice.costPriceCurrency,
  priceFactor: defaultPrice.priceFactor,
  listPrice: '',
  unit: defaultPrice.unit,
  validFrom: '',
  reason: '',
}

const priceKeys = Object.keys(defaultPrice) as (keyof Price)[]

const priceValues = (pricing: AnyRecord['pricing']): PriceValues => ({
  ...noPrice,
  ...(pricing && Object.fromEntries(priceKeys.map((key) => [key, textOf(pricing[key])]))),
})

type Formed = Pick<Entity, 'fields' | 'priced'>

/** The form of an item, or an empty one. Without a price the default price is kept. */
export const formValuesOf = (entity: Formed, item?: AnyRecord): FormValues => ({
  ...Object.fromEntries(
    Object.entries(entity.fields).map(([key, field]) => [
      key,
      formValueOf(field, item && valueAt(item, key)),
    ]),
  ),
  ...(entity.priced && { pricing: priceValues(item?.pricing) }),
})

/** 'NaN' becomes NaN, which no schema takes for a number. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** What is sent for what a control holds: null for an empty one, and NaN for what is no number. */
export const valueOf = ({ kind }: Field, formValue: FormValue) => {
  if (typeof formValue !== 'string') return formValue
  if (numeric.includes(kind)) return numberOf(formValue)
  return formValue.trim() === '' ? null : formValue
}

const priceOf = ({
  costPrice,
  priceFactor,
  listPrice,
  validFrom,
  reason,
  ...rest
}: PriceValues) => ({
  ...rest,
  costPrice: numberOf(costPrice),
  priceFactor: numberOf(priceFactor),
  listPrice: numberOf(listPrice),
  ...(validFrom !== '' && { validFrom }),
  ...(reason.trim() !== '' && { reason }),
})

const isUntouched = (formValue: PriceValues) =>
  priceKeys.every((key) => formValue[key] === noPrice[key])

/**
 * The body to send. In an update an empty control clears its field (null); in a create it is left out.
 * A price nobody touched is no price.
 */
export const bodyOf = (
  entity: Formed,
  formValues: FormValues,
  item?: AnyRecord,
): Record<string, unknown> => {
  const values = Object.entries(entity.fields).flatMap(([key, field]) => {
    const value = valueOf(field, formValues[key] as FormValue)
    return value === null && !item ? [] : [[key, value] as const]
  })
  const { pricing } = formValues
  const priced = pricing && (item?.pricing || !isUntouched(pricing))
  return { ...Object.fromEntries(values), ...(priced && { pricing: priceOf(pricing) }) }
}

/** Rules of the form: those of the body, told of what its controls hold. */
export const formSchema = (entity: Entity, item?: AnyRecord): z.ZodType =>
  z.preprocess(
    (formValues) => bodyOf(entity, formValues as FormValues, item),
    item ? changeBody(entity) : createBody(entity),
  )

const priceLabels: Readonly<Record<PriceKey, string>> = {
  costPrice: 'Kostpris',
  costPriceCurrency: 'Valuta',
  priceFactor: 'Prisfaktor',
  listPrice: 'Listepris',
  unit: 'Enhet (pris)',
  validFrom: 'Gjelder fra',
  reason: 'Begrunnelse',
}

export const labelOf =
  (entity: Entity) =>
  (path: string): string => {
    const [key = '', below = ''] = path.split('.')
    if (key === 'pricing') return priceLabels[below as PriceKey] ?? 'Pris'
    return entity.fields[key]?.label ?? key
  }
