import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFrom } from '#import/testing/random.ts'
import { administrator } from '#infra/blackbox/system.ts'
import { type Client, signIn } from '#infra/rest/client.ts'
import { Answers } from './answers.ts'
import { Ledger } from './ledger.ts'
import { createWriter } from './writer.ts'

type Importing = {
  readonly name: string
  readonly client: Client
  readonly ledger: Ledger
  readonly answers: Answers
}

const rows = 20

/** Someone who imports small lists of suppliers, each once, however often it is asked for. */
const createImporter = ({ name, client, ledger, answers }: Importing) => {
  let n = 0

  const form = (from: string): FormData => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `${from}-${row} AS,ordre@${from}-${row}.example`,
    )
    const file = new Blob([['Navn,Bestilling e-post', ...lines].join('\n')], { type: 'text/csv' })
    const filled = new FormData()
    filled.set('file', file, `${from}.csv`)
    filled.set('updateBehavior', 'update')
    filled.set('uniqueIdentifier', 'name')
    return filled
  }

  return async (): Promise<void> => {
    const from = `${name}-${n++}`
    const key = { 'idempotency-key': randomUUID() }
    const answer = await answers.definite('import', () =>
      client.upload('/api/csv-import/suppliers', form(from), key),
    )
    const { created } = (answer.body['summary'] ?? {}) as { created?: number }
    if (answer.status === 200 && created === rows) ledger.imported += rows
    else answers.fault(`import: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  }
}

const lists = ['componenttypes', 'assemblytypes', 'suppliers', 'projects']

type Reading = {
  readonly client: Client
  readonly ledger: Pick<Ledger, 'assemblies'>
  readonly answers: Answers
  readonly random: Random
}

/** Someone who looks at lists and stykklister. */
const createReader = ({ client, ledger, answers, random }: Reading) => {
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

export type Crowd = {
  readonly writers: number
  readonly readers: number
  readonly importers: number
  /** Milliseconds between two things that somebody does, on the average. */
  readonly pause: number
}

/** People at work, each with a session of their own, until they are told to stop. */
export const startLoad = async (base: string, crowd: Crowd, seed: number) => {
  const ledger = new Ledger()
  const answers = new Answers()
  const ending = new AbortController()
  const { username, password } = administrator

  const people: (() => Promise<void>)[] = []
  for (let n = 0; n < crowd.writers + crowd.readers + crowd.importers; n++) {
    const client = await signIn(base, username, password)
    const random = randomFrom(seed, n)
    const shared = { name: `kunde-${n}`, client, ledger, answers, random }
    if (n < crowd.writers) people.push(createWriter(shared))
    else
      people.push(n < crowd.writers + crowd.readers ? createReader(shared) : createImporter(shared))
  }

  const work = async (act: () => Promise<void>, n: number): Promise<void> => {
    const random = randomFrom(seed + 1, n)
    while (!ending.signal.aborted) {
      await sleep(random.below(2 * crowd.pause))
      await act()
    }
  }
  const working = Promise.all(
    people.map((act, n) => work(act, n).catch((error: unknown) => answers.fault(String(error)))),
  )
  return {
    ledger,
    answers,
    /** Whatever is under way comes to a definite end. */
    stop: async (): Promise<void> => {
      ending.abort()
      await working
    },
  }
}
