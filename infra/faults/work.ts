import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '#command/csv-import/testing/random.ts'
import { administrator } from '#infra/blackbox/system.ts'
import { signIn } from '#infra/rest/client.ts'
import { Answers } from './answers.ts'
import { newImporter } from './importer.ts'
import { Ledger } from './ledger.ts'
import { newReader } from './reader.ts'
import { newWriter } from './writer.ts'

export type Crowd = {
  readonly writers: number
  readonly readers: number
  readonly importers: number
  /** Milliseconds between two things that somebody does, on the average. */
  readonly pause: number
}

/** People at work, each with a session of their own, until they are told to stop. */
export const startWork = async (base: string, crowd: Crowd, seed: number) => {
  const ledger = new Ledger()
  const answers = new Answers()
  const ending = new AbortController()
  const { username, password } = administrator

  const people: (() => Promise<void>)[] = []
  for (let n = 0; n < crowd.writers + crowd.readers + crowd.importers; n++) {
    const client = await signIn(base, username, password)
    const random = randomFrom(seed, n)
    const shared = { name: `kunde-${n}`, client, ledger, answers, random }
    if (n < crowd.writers) people.push(newWriter(shared))
    else people.push(n < crowd.writers + crowd.readers ? newReader(shared) : newImporter(shared))
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
