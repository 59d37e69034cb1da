import { z } from 'zod'
import { decimalOf } from '#contracts/decimal.ts'
import { changeBody, createBody } from '#contracts/records.ts'
import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { Field, Kind } from '#contracts/fields.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'

/** Numbers are kept as typed text, so that invalid input is not lost. */
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

type FormEntity = Pick<Entity, 'fields' | 'priced'>

export const formValuesOf = (entity: FormEntity, item?: AnyRecord): FormValues => ({
  ...Object.fromEntries(
    Object.entries(entity.fields).map(([key, field]) => [
      key,
      formValueOf(field, item && valueAt(item, key)),
    ]),
  ),
  ...(entity.priced && { pricing: priceValues(item?.pricing) }),
})

/** 'NaN' becomes NaN, which every schema refuses. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Null for an empty control, NaN for an invalid number. */
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

/** An empty control is null in an update, and left out in a create. An untouched price block is left out. */
export const bodyOf = (
  entity: FormEntity,
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

/** Validates the request body that would be sent. */
export const formSchema = (entity: Entity, item?: AnyRecord): z.ZodType =>
  z.preprocess(
    (formValues) => bodyOf(entity, formValues as FormValues, item),
    item ? changeBody(entity) : createBody(entity),
  )

export const priceLabels: Readonly<Record<PriceKey, string>> = {
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
