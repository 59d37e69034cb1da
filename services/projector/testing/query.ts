import { impactPath, type PriceImpact } from '#contracts/price-impact.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import type { QuerySide } from './query-side.ts'

export const read = async <T>({ get }: QuerySide, path: string): Promise<T> => {
  const answer = await get(path)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json<T>()
}
/** The impact of proposed prices. */
export const impactOf = async ({ app }: QuerySide, body: object): Promise<PriceImpact> => {
  const answer = await app.inject(requestFor('POST', impactPath, body))
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json<{ data: PriceImpact }>().data
}
export const data = async <T>(side: QuerySide, path: string) =>
  (await read<{ data: T }>(side, path)).data
