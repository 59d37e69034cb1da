import {
  parseAssemblyTimes,
  assemblyTimesText,
  type AssemblyTimes,
} from '#contracts/purchasing/assembly-times.ts'
import { searchOf } from '../lib/records.ts'
import { orders, type Order } from './order.ts'

const keys = ['assembly', 'samlet', 'sorter']

export type Shown = {
  readonly assemblies: readonly AssemblyTimes[]
  /** Grouped by supplier, or one table. */
  readonly bySupplier: boolean
  readonly order: Order
}

const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(orders, text)

/** Adds the quantities of an assembly that is named twice. */
const mergeTimes = (asked: readonly AssemblyTimes[]): readonly AssemblyTimes[] =>
  [...Map.groupBy(asked, ({ id }) => id)].map(([id, same]) => ({
    id,
    times: same.reduce((sum, { times }) => sum + times, 0),
  }))

export const fromAddress = (search: string): Shown => {
  const query = new URLSearchParams(search)
  const order = query.get('sorter')
  return {
    assemblies: mergeTimes(
      query.getAll('assembly').flatMap((text) => parseAssemblyTimes(text) ?? []),
    ),
    bySupplier: query.get('samlet') !== 'ja',
    order: isOrder(order) ? order : 'name',
  }
}

const assemblyQuery = (assemblies: readonly AssemblyTimes[]): string[][] =>
  assemblies.map((asked) => ['assembly', assemblyTimesText(asked)])

/** Keeps the other parameters of the address. */
export const toAddress = ({ assemblies, bySupplier, order }: Shown, before: string): string => {
  const others = [...new URLSearchParams(before)].filter(([key]) => !keys.includes(key))
  const shown = [
    ...assemblyQuery(assemblies),
    ...(bySupplier ? [] : [['samlet', 'ja']]),
    ...(order === 'name' ? [] : [['sorter', order]]),
  ]
  return searchOf(new URLSearchParams([...others, ...shown]))
}

/** The API path, or with '/export' the download; null without assemblies. */
export const listPath = (assemblies: readonly AssemblyTimes[], what = ''): string | null =>
  assemblies.length === 0
    ? null
    : `/api/purchasing${what}?${new URLSearchParams(assemblyQuery(assemblies)).toString()}`
