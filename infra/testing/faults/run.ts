import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from './random.ts'
import { faultsAfter } from './check.ts'
import type { Fault } from './faults.ts'
import { watchHealth, type Recovery } from './health-watch.ts'
import { startTarget, startTargetOnSmallDisk, type Target } from './target.ts'
import type { Ledger } from './ledger.ts'
import { startLoad, type Crowd } from './load.ts'

type Round = { readonly fault: string } & Recovery

export type Outcome = {
  readonly rounds: readonly Round[]
  readonly ledger: Ledger
  readonly faults: readonly string[]
}

type Run = {
  readonly faults: readonly Fault[]
  readonly seed: number
  readonly crowd: Crowd
  readonly onRound?: (round: Round) => void
}

/** Long, for a busy machine: recovery times are reported, not judged. */
const recoverWithin = 180_000
const maxPause = 2_000
const megabytes = 700

const carryOut = async (
  run: Run,
  target: Target,
  health: ReturnType<typeof watchHealth>,
): Promise<{ rounds: Round[]; faults: string[] }> => {
  const [rounds, faults]: [Round[], string[]] = [[], []]
  for (const [n, fault] of run.faults.entries()) {
    const random = randomFrom(run.seed, n)
    await sleep(random.below(maxPause))
    const at = performance.now()
    await fault.inject(target, random)
    if (!(await health.waitUntilHealthy(recoverWithin)))
      faults.push(`${fault.name}: not well again`)
    const round = { fault: fault.name, ...health.recoverySince(at) }
    rounds.push(round)
    run.onRound?.(round)
  }
  return { rounds, faults }
}

export const runFaults = async (run: Run): Promise<Outcome> => {
  const needsDisk = run.faults.some(({ kind }) => kind === 'disk')
  const target = await (needsDisk ? startTargetOnSmallDisk(megabytes) : startTarget())
  try {
    const work = await startLoad(target.base, run.crowd, run.seed)
    const health = watchHealth(target.base)
    const { rounds, faults } = await carryOut(run, target, health)
    await work.stop()
    await health.stop()
    const { ledger } = work
    const unexpectedStatuses = health
      .unexpectedStatuses()
      .map((status) => `health was answered ${status}`)
    const after = await faultsAfter(target, ledger)
    return {
      rounds,
      ledger,
      faults: [...faults, ...ledger.faults, ...unexpectedStatuses, ...after],
    }
  } finally {
    await target.stop()
  }
}
