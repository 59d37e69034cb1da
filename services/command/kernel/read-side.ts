import { Pool } from 'undici'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { statesPath, type PriceColumns, type StatesAnswer } from '#contracts/states.ts'
import type { Item, KeptPrice } from '#command/catalogue/item-decider.ts'

/** A record's state, made elsewhere from the events up to this revision. */
export type Folded = { readonly id: number; readonly item: Item; readonly revision: number }

/** Where many states are had at once. It may be behind the log, or away: then the call fails. */
export type StateSource = (entity: Entity, ids: readonly number[]) => Promise<readonly Folded[]>

const patience = 3_000

/**
 * ISO 8601 as JavaScript writes it: most need but their zone. Those of one record are mostly the same, and
 * of what was imported together too.
 */
const instants = () => {
  let time = ''
  let text = ''
  return (next: string): string => {
    if (next === time) return text
    const hasMilliseconds = next.length === '2026-01-01T00:00:00.000'.length
    text = hasMilliseconds ? `${next}Z` : new Date(`${next}Z`).toISOString()
    time = next
    return text
  }
}
type Instant = ReturnType<typeof instants>

const priceAt = (columns: PriceColumns, at: number, instant: Instant): KeptPrice | null => {
  const [costPrice, currency, priceFactor, listPrice, unit, createdAt, updatedAt, costAt] = columns
  const costPriceCurrency = currency[at]!
  if (costPriceCurrency === null) return null
  const costPriceUpdatedAt = costAt[at]!
  return {
    price: {
      costPrice: costPrice[at]!,
      costPriceCurrency,
      priceFactor: priceFactor[at]!,
      listPrice: listPrice[at]!,
      unit: unit[at]!,
    },
    createdAt: instant(createdAt[at]!),
    updatedAt: instant(updatedAt[at]!),
    costPriceUpdatedAt: costPriceUpdatedAt && instant(costPriceUpdatedAt),
  }
}

/** A copy of an empty record is filled in: an object that grew by so many keys is slow to make and read. */
const foldedFrom = ({ keys, columns }: StatesAnswer): readonly Folded[] => {
  const [ids, revisions, createdAt, updatedAt, price, held] = columns
  const empty: Record<string, Value> = Object.fromEntries(keys.map((key) => [key, null]))
  const instant = instants()
  return ids.map((id, at) => {
    const values = { ...empty }
    for (let n = 0; n < keys.length; n++) values[keys[n]!] = held[n]![at]!
    const revision = revisions[at]!
    const item: Item = {
      status: 'live',
      values,
      price: price && priceAt(price, at, instant),
      createdAt: instant(createdAt[at]!),
      updatedAt: instant(updatedAt[at]!),
      version: BigInt(revision),
    }
    return { id, item, revision }
  })
}

/** The projector, which holds every record as its events left it. */
export const readSide = (
  url: string,
  token: string,
): { readonly states: StateSource; readonly close: () => Promise<void> } => {
  const pool = new Pool(url, { connections: 4, connect: { timeout: patience } })
  return {
    states: async (entity, ids) => {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: statesPath(entity),
        headers: { 'x-internal-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ ids }),
        signal: AbortSignal.timeout(patience),
      })
      if (statusCode !== 200)
        throw new Error(`The projector answered ${statusCode}: ${await body.text()}`)
      const answer = (await body.json()) as StatesAnswer
      // Of another release: what it lacks would be taken for empty.
      if (answer.keys.join() !== fieldKeys(entity).join())
        throw new Error(`The projector has other fields of ${entity.name}`)
      return foldedFrom(answer)
    },
    close: () => pool.destroy(),
  }
}
