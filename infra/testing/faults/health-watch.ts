import { setTimeout as sleep } from 'node:timers/promises'

/** A null status means a timeout. */
type Look = { readonly from: number; readonly to: number; readonly status: number | null }

/** Milliseconds until health reported a fault, and until it was healthy again. Null if it never failed. */
export type Course = { readonly known: number | null; readonly well: number | null }

const every = 200
const within = 3_000
const wellFor = 3_000

export const watchHealth = (base: string) => {
  const looks: Look[] = []
  const ending = new AbortController()

  const look = async (): Promise<void> => {
    const from = performance.now()
    const status = await fetch(`${base}/api/health`, { signal: AbortSignal.timeout(within) }).then(
      (answer) => answer.status,
      () => null,
    )
    looks.push({ from, to: performance.now(), status })
  }
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await look()
      await sleep(every)
    }
  })()

  const wellSince = (at: number): number =>
    Math.max(at, looks.findLast(({ status }) => status !== 200)?.to ?? at)

  return {
    untilWell: async (milliseconds: number): Promise<boolean> => {
      const from = performance.now()
      for (; performance.now() < from + milliseconds; await sleep(every))
        if (performance.now() - wellSince(from) > wellFor) return true
      return false
    },
    courseSince: (at: number): Course => {
      const since = looks.filter(({ to }) => to > at)
      const ill = since.filter(({ status }) => status !== 200)
      const [first, last] = [ill[0], ill.at(-1)]
      if (!first || !last) return { known: null, well: null }
      const next = since.find(({ from }) => from >= last.to)
      return { known: first.to - at, well: next ? next.to - at : null }
    },
    /** Health must only answer 200 or 503. */
    strange: (): readonly number[] =>
      looks.flatMap(({ status }) =>
        status === null || status === 200 || status === 503 ? [] : [status],
      ),
    stop: async (): Promise<void> => {
      ending.abort()
      await watching
    },
  }
}
