import { setTimeout as sleep } from 'node:timers/promises'

/** A null status means a timeout. */
type Check = { readonly from: number; readonly to: number; readonly status: number | null }

/** Milliseconds until health reported a fault, and until it was healthy again. Null if it never failed. */
export type Recovery = { readonly detected: number | null; readonly recovered: number | null }

const interval = 200
const timeout = 3_000
const stableFor = 3_000

export const watchHealth = (base: string) => {
  const checks: Check[] = []
  const ending = new AbortController()

  const check = async (): Promise<void> => {
    const from = performance.now()
    const status = await fetch(`${base}/api/health`, { signal: AbortSignal.timeout(timeout) }).then(
      (answer) => answer.status,
      () => null,
    )
    checks.push({ from, to: performance.now(), status })
  }
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await check()
      await sleep(interval)
    }
  })()

  const wellSince = (at: number): number =>
    Math.max(at, checks.findLast(({ status }) => status !== 200)?.to ?? at)

  return {
    waitUntilHealthy: async (milliseconds: number): Promise<boolean> => {
      const from = performance.now()
      for (; performance.now() < from + milliseconds; await sleep(interval))
        if (performance.now() - wellSince(from) > stableFor) return true
      return false
    },
    recoverySince: (at: number): Recovery => {
      const since = checks.filter(({ to }) => to > at)
      const ill = since.filter(({ status }) => status !== 200)
      const [first, last] = [ill[0], ill.at(-1)]
      if (!first || !last) return { detected: null, recovered: null }
      const next = since.find(({ from }) => from >= last.to)
      return { detected: first.to - at, recovered: next ? next.to - at : null }
    },
    /** Health must only answer 200 or 503. */
    unexpectedStatuses: (): readonly number[] =>
      checks.flatMap(({ status }) =>
        status === null || status === 200 || status === 503 ? [] : [status],
      ),
    stop: async (): Promise<void> => {
      ending.abort()
      await watching
    },
  }
}
