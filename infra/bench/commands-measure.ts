import { cpuOf } from './cpu.ts'
import { median } from './measuring.ts'

type Pids = { readonly service: number; readonly store: number | undefined }

export type Measured = {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  /** Microseconds of processor time of each: this process, service, store, its Postgres. */
  readonly cpu: readonly number[]
}

const cpuNow = ({ service, store }: Pids): readonly number[] => {
  const { user, system } = process.cpuUsage()
  const { own, below } = store === undefined ? { own: 0, below: 0 } : cpuOf(store)
  return [(user + system) / 1000, cpuOf(service).own, own, below]
}

type Asked = {
  readonly pids: Pids
  readonly work: (worker: number) => Promise<void>
  readonly inFlight: number
  readonly seconds: number
  /** So many at least, however long it takes. */
  readonly least?: number
}

/** As many as can be done in the time, so many under way at once; and what processor time one took. */
export const measure = async (asked: Asked): Promise<Measured> => {
  const { pids, work, inFlight, seconds, least = 1 } = asked
  const times: number[] = []
  const before = cpuNow(pids)
  const start = performance.now()
  const until = start + seconds * 1000
  const run = async (worker: number) => {
    let from = performance.now()
    while (from < until || times.length < least) {
      await work(worker)
      const now = performance.now()
      times.push(now - from)
      from = now
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => run(worker)))
  const took = performance.now() - start
  const after = cpuNow(pids)
  return {
    perSecond: (times.length * 1000) / took,
    p50: median(times),
    cpu: after.map((ms, i) => ((ms - before[i]!) * 1000) / times.length),
  }
}
