import type { Random } from '#command/csv-import/testing/random.ts'
import type { Client } from '#infra/rest/client.ts'
import type { Answers } from './answers.ts'
import type { Ledger } from './ledger.ts'

const lists = ['componenttypes', 'assemblytypes', 'suppliers', 'projects']

type Reading = {
  readonly client: Client
  readonly ledger: Pick<Ledger, 'assemblies'>
  readonly answers: Answers
  readonly random: Random
}

/** Someone who looks at lists and stykklister. */
export const newReader = ({ client, ledger, answers, random }: Reading) => {
  const read = async (kind: string, path: string): Promise<void> => {
    const { status } = await answers.definite(kind, () => client('GET', path))
    // What somebody else has just made need not be there yet.
    if (status !== 200 && status !== 404) answers.fault(`GET ${path}: ${status}`)
  }
  return async (): Promise<void> => {
    const known = ledger.assemblies()
    if (known.length > 0 && random.chance(0.3))
      return read('bom', `/api/assemblytypes/${random.of(known)}/bom`)
    return read('list', `/api/${random.of(lists)}?limit=50&sort=id&order=desc`)
  }
}
