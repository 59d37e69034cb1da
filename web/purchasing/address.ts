import {
  parseAssemblyTimes,
  assemblyTimesText,
  type AssemblyTimes,
} from '#contracts/purchasing/assembly-times.ts'
import { changedSearch, withQuery } from '../lib/with-query.ts'
import { orders, type Order } from './order.ts'

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

const timesTexts = (assemblies: readonly AssemblyTimes[]) =>
  assemblies.map((asked) => assemblyTimesText(asked))

/** Keeps the other parameters of the address. */
export const toAddress = ({ assemblies, bySupplier, order }: Shown, before: string): string =>
  changedSearch(before, {
    assembly: timesTexts(assemblies),
    samlet: !bySupplier && 'ja',
    sorter: order !== 'name' && order,
  })

/** The API path, or with '/export' the download; null without assemblies. */
export const listPath = (assemblies: readonly AssemblyTimes[], what = ''): string | null =>
  assemblies.length === 0
    ? null
    : withQuery(`/api/purchasing${what}`, { assembly: timesTexts(assemblies) })
