import type { Client } from '#infra/rest/client.ts'

/** What is made of others before those. */
const kinds = [
  'assemblytypes',
  'motortypes',
  'sensortypes',
  'componenttypes',
  'manufacturers',
  'suppliers',
]

/** Deletes what other files left in the system that they share with this one. */
export const emptyCatalogue = async (api: Client): Promise<void> => {
  for (const kind of kinds) {
    const ids = async () =>
      ((await api('GET', `/api/${kind}`)).body['data'] as { id: number }[]).map(({ id }) => id)
    for (let [left, before] = [await ids(), Infinity]; left.length > 0; left = await ids()) {
      if (left.length === before) throw new Error(`/api/${kind} cannot be emptied: ${left.join()}`)
      before = left.length
      // The latest first: what holds others is mostly younger. What is still in use goes in the next round.
      for (const id of left.toReversed()) await api('DELETE', `/api/${kind}/${id}`)
    }
  }
}
