import { searchedEntities } from '#contracts/search.ts'
import type { Client } from '#infra/rest/client.ts'

/** Records that refer to others are deleted before them. */
const kinds = searchedEntities.map(({ name }) => name).toReversed()

export const emptyCatalogue = async (api: Client): Promise<void> => {
  for (const kind of kinds) {
    const ids = async () =>
      ((await api('GET', `/api/${kind}`)).body['data'] as { id: number }[]).map(({ id }) => id)
    for (let [left, before] = [await ids(), Infinity]; left.length > 0; left = await ids()) {
      if (left.length === before) throw new Error(`/api/${kind} cannot be emptied: ${left.join()}`)
      before = left.length
      // Newest first, since parents are mostly newer. A record still in use is deleted in the next round.
      for (const id of left.toReversed()) await api('DELETE', `/api/${kind}/${id}`)
    }
  }
}
