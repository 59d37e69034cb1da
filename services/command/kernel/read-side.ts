import { Pool } from 'undici'
import { fieldKeys, type Entity } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { statesPath, type PriceRow, type StateRow, type StatesAnswer } from '#contracts/states.ts'
import type { Item, KeptPrice } from '#command/catalogue/item-decider.ts'

/** A record's state, made elsewhere from the events up to this revision. */
export type Folded = { readonly id: number; readonly item: Item; readonly revision: number }

/** Where many states are had at once. It may be behind the log, or away: then the call fails. */
export type StateSource = (entity: Entity, ids: readonly number[]) => Promise<readonly Folded[]>

const patience = 3_000

const priceOf = (row: PriceRow): KeptPrice => {
  const [costPrice, costPriceCurrency, priceFactor, listPrice, unit, ...times] = row
  const [createdAt, updatedAt, costPriceUpdatedAt] = times
  const price = { costPrice, costPriceCurrency, priceFactor, listPrice, unit }
  return { price, createdAt, updatedAt, costPriceUpdatedAt }
}

/** A copy of an empty record is filled in: an object that grew by so many keys is slow to make and read. */
const foldedOf = (keys: readonly string[]) => {
  const empty: Record<string, Value> = Object.fromEntries(keys.map((key) => [key, null]))
  return ([id, revision, createdAt, updatedAt, price, held]: StateRow): Folded => {
    const values = { ...empty }
    for (let at = 0; at < keys.length; at++) values[keys[at]!] = held[at] ?? null
    const item: Item = {
      status: 'live',
      values,
      price: price && priceOf(price),
      createdAt,
      updatedAt,
      version: BigInt(revision),
    }
    return { id, item, revision }
  }
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
      const { keys, states } = (await body.json()) as StatesAnswer
      // Of another release: what it lacks would be taken for empty.
      if (keys.join() !== fieldKeys(entity).join())
        throw new Error(`The projector has other fields of ${entity.name}`)
      return states.map(foldedOf(keys))
    },
    close: () => pool.destroy(),
  }
}
