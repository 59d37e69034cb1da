import { z } from 'zod'
import { costSorts } from '../assembly/cost-order.ts'
import { day } from '../day-schema.ts'
import { largestInteger } from '../integers.ts'
import { nameKey, onceFor, referenceKeys, type Entity } from '../entity.ts'
import { filtersOf, parametersOf, type Filter, type Narrowing } from './filters.ts'

const unsorted = ['reference', 'file', 'files']
const priceKeys = ['costPrice', 'listPrice', 'salesPrice'] as const

const sortKeys = onceFor((entity: Entity): readonly string[] => [
  'id',
  'createdAt',
  'updatedAt',
  ...Object.entries(entity.fields).flatMap(([key, { kind }]) =>
    unsorted.includes(kind) ? [] : [key],
  ),
  ...referenceKeys(entity).map(nameKey),
  ...(entity.priced ? priceKeys : []),
  ...(entity.name === 'assemblytypes' ? Object.keys(costSorts) : []),
])

const mostValues = 200
/** A single value, or the parameter repeated: matches any of them. */
const anyOf = (one: z.ZodType<string>) =>
  z.union([one, z.array(one).max(mostValues)]).transform((values) => [values].flat())

const value = z.string().max(1_000)
const id = z
  .string()
  .regex(/^\d{1,10}$/, 'Må være et helt tall')
  .refine((value) => Number(value) <= largestInteger, 'Tallet er for stort')
/** As many digits as the largest value of a field. */
const number = z.string().regex(/^-?\d{1,16}(\.\d{1,15})?$/, 'Må være et tall')
const flag = z.enum(['true', 'false'])

type Asked = { readonly example: string; readonly exact?: z.ZodType; readonly bound?: z.ZodType }
const asked: Record<Narrowing, Asked> = {
  values: { example: 'stk', exact: anyOf(value) },
  records: { example: '1', exact: anyOf(id) },
  flag: { example: 'true', exact: anyOf(flag) },
  numbers: { example: '1', bound: number },
  days: { example: '2026-01-31', bound: day },
  presence: { example: 'true' },
}

const schemaOf = ({ key, label, narrowing, options }: Filter, parameter: string): z.ZodType => {
  const { example, exact, bound } = asked[narrowing]
  if (parameter === key)
    return (options ? anyOf(z.enum(options)) : exact!)
      .optional()
      .describe(`${label}: bare disse verdiene`)
      .meta({ examples: [options?.[0] ?? example] })
  if (parameter.endsWith('.empty'))
    return flag
      .optional()
      .describe(`${label}: true tar med dem som mangler verdi, eller bare dem; false utelater dem`)
      .meta({ examples: ['true'] })
  return bound!
    .optional()
    .describe(`${label}: ${parameter.endsWith('.min') ? 'fra og med' : 'til og med'}`)
    .meta({ examples: [example] })
}

export const rowsQuery = onceFor((entity: Entity) =>
  z.object({
    q: z
      .string()
      .max(200)
      .optional()
      .describe(
        'Søk: ord som alle skal finnes i feltene, i hvilken som helst rekkefølge og uten hensyn til store bokstaver',
      )
      .meta({ examples: ['skrue'] }),
    sort: z
      .enum(sortKeys(entity))
      .optional()
      .describe('Felt å sortere etter')
      .meta({ examples: ['id'] }),
    order: z
      .enum(['asc', 'desc'])
      .optional()
      .describe('Stigende eller synkende')
      .meta({ examples: ['asc'] }),
    ...Object.fromEntries(
      filtersOf(entity).flatMap((filter) =>
        parametersOf(filter).map((parameter) => [parameter, schemaOf(filter, parameter)]),
      ),
    ),
  }),
)

export type RowsQuery = {
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly [filter: string]: string | number | readonly string[] | undefined
}
