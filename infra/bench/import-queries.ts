import { setTimeout as delay } from 'node:timers/promises'
import type { ImportSystem } from './import-system.ts'

/** A page of the list and a search, as a screen asks for them; never the same twice, so that none is kept. */
const queryOf = (n: number) =>
  n % 2 === 0
    ? `/api/componenttypes?limit=200&offset=${(n * 10) % 5_000}`
    : `/api/componenttypes?q=M8%20%C3%97%20${1_000 + (n % 9_000)}&limit=200`

/** Milliseconds between two questions: a busy person is a hundred times slower. */
const pause = 20

const asked = async (system: ImportSystem, n: number): Promise<number> => {
  const start = performance.now()
  const reply = await system.ask('GET', queryOf(n))
  await reply.body.dump()
  return performance.now() - start
}

/** How long so many lists take whoever asks for one after the other. */
export const queries = async (system: ImportSystem, count: number): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    times.push(await asked(system, n))
    await delay(pause)
  }
  return times
}

/** How long they take until `work` has ended. */
export const queriesDuring = async (
  system: ImportSystem,
  work: Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = []
  let ended = false
  const end = () => void (ended = true)
  work.then(end, end)
  for (let n = 0; !ended; n++) {
    times.push(await asked(system, n))
    await delay(pause)
  }
  await work
  return times
}
