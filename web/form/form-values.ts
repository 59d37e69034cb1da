import { z } from 'zod'
import { decimalOf } from '#contracts/decimal.ts'
import { changeBody, createBody } from '#contracts/records.ts'
import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import { longestReason, text, type Field, type Fields, type Kind } from '#contracts/fields.ts'
import { priceFields } from '#contracts/price-fields.ts'
import { defaultPrice, type Price } from '#contracts/pricing.ts'

/** Numbers are kept as typed text, so that invalid input is not lost. */
export type FormValue = string | boolean | readonly string[]
export const priceBlockFields = {
  ...priceFields,
  validFrom: {
    ...priceFields.validFrom,
    hint: 'Uten dato gjelder prisen fra i dag. En dato som kommer, venter til den dagen.',
  },
  reason: text('Begrunnelse', {
    max: longestReason,
    hint: 'Valgfritt: hvorfor prisen endres. Lagres i historikken sammen med endringen, ikke uten en.',
  }),
}
type PriceKey = keyof typeof priceBlockFields
export type PriceValues = Readonly<Record<PriceKey, string>>
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

const priceKeys = Object.keys(defaultPrice) as (keyof Price)[]

const priceValues = (pricing: AnyRecord['pricing']) => {
  const values = priceKeys.map((key) => [key, textOf((pricing ?? defaultPrice)[key])])
  return { ...Object.fromEntries(values), validFrom: '', reason: '' } as PriceValues
}

export const noPrice = priceValues(null)

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
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Null for an empty control, NaN for an invalid number. */
export const valueOf = ({ kind }: Field, formValue: FormValue) => {
  if (typeof formValue !== 'string') return formValue
  if (numeric.includes(kind)) return numberOf(formValue)
  return formValue.trim() === '' ? null : formValue
}

export const priceOf = ({ validFrom, reason, ...values }: PriceValues) => ({
  ...values,
  costPrice: numberOf(values.costPrice),
  priceFactor: numberOf(values.priceFactor),
  listPrice: numberOf(values.listPrice),
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

export const fieldAt = (entity: Entity, path: string): Field | undefined =>
  path.startsWith('pricing.')
    ? (priceBlockFields as Fields)[path.slice('pricing.'.length)]
    : entity.fields[path]

export const labelOf =
  (entity: Entity) =>
  (path: string): string =>
    fieldAt(entity, path)?.label ?? (path.startsWith('pricing') ? 'Pris' : path)
