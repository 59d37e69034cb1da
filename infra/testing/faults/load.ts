import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from './random.ts'
import { administrator } from '#infra/testing/blackbox/system.ts'
import { signIn } from '#infra/rest/client.ts'
import { Ledger } from './ledger.ts'
import { createWriter, type Person } from './writer.ts'

const rows = 20

const createImporter = ({ name, client, ledger }: Person) => {
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
    const answer = await ledger.definite('import', () =>
      client.upload('/api/csv-import/suppliers', form(from), key),
    )
    const { created } = (answer.body['summary'] ?? {}) as { created?: number }
    if (answer.status === 200 && created === rows) ledger.imported += rows
    else ledger.fault('import', answer)
  }
}

const lists = ['componenttypes', 'assemblytypes', 'suppliers', 'projects']

const createReader = ({ client, ledger, random }: Person) => {
  const read = async (kind: string, path: string): Promise<void> => {
    const answer = await ledger.definite(kind, () => client('GET', path))
    // A record that another user just created may not be visible yet.
    if (![200, 404].includes(answer.status)) ledger.fault(`GET ${path}`, answer)
  }
  return async (): Promise<void> => {
    const known = ledger.idsOf('assemblytypes')
    if (known.length > 0 && random.chance(0.3))
      return read('bom', `/api/assemblytypes/${random.of(known)}/bom`)
    return read('list', `/api/${random.of(lists)}?limit=50&sort=id&order=desc`)
  }
}

export type Crowd = {
  readonly writers: number
  readonly readers: number
  readonly importers: number
  /** Average milliseconds between two actions. */
  readonly pause: number
}

export const startLoad = async (base: string, crowd: Crowd, seed: number) => {
  const ledger = new Ledger()
  const ending = new AbortController()
  const { username, password } = administrator

  const kinds = [
    ...Array.from({ length: crowd.writers }, () => createWriter),
    ...Array.from({ length: crowd.readers }, () => createReader),
    ...Array.from({ length: crowd.importers }, () => createImporter),
  ]
  const people: (() => Promise<void>)[] = []
  for (const [n, create] of kinds.entries()) {
    const client = await signIn(base, username, password)
    people.push(create({ name: `kunde-${n}`, client, ledger, random: randomFrom(seed, n) }))
  }

  const work = async (act: () => Promise<void>, n: number): Promise<void> => {
    const random = randomFrom(seed + 1, n)
    while (!ending.signal.aborted) {
      await sleep(random.below(2 * crowd.pause))
      await act()
    }
  }
  const working = Promise.all(
    people.map((act, n) =>
      work(act, n).catch((error: unknown) => void ledger.faults.push(String(error))),
    ),
  )
  return {
    ledger,
    stop: async (): Promise<void> => {
      ending.abort()
      await working
    },
  }
}
