import { setTimeout as sleep } from 'node:timers/promises'

/** One question about health; null: no answer within the time. */
type Look = { readonly from: number; readonly to: number; readonly status: number | null }

/** Milliseconds after a fault; null where it was never seen to be ill. */
export type Course = { readonly known: number | null; readonly well: number | null }

const every = 200
const within = 3_000
const wellFor = 3_000

/** Asks for health all the time, as a load balancer does. */
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
    /** False if it was not well for some seconds on end, from now on, within the time. */
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
    /** Statuses that health must not have. */
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
