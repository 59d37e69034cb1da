import type { QuerySide } from './query-side.ts'

export const read = async <T>({ get }: QuerySide, path: string): Promise<T> => {
  const answer = await get(path)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json<T>()
}
export const data = async <T>(side: QuerySide, path: string) =>
  (await read<{ data: T }>(side, path)).data
