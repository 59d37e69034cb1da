import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '#infra/postgres/processes.ts'
import type { Fault } from './fault.ts'
import { signalAll } from './signal.ts'
import { parts, type Target } from './target.ts'

const shortest = 2_000
const longest = 20_000

const freeze = (name: string, pidsOf: (target: Target) => Promise<readonly number[]>): Fault => ({
  name: `freeze ${name}`,
  kind: 'frozen',
  inject: async (target, random) => {
    const pids = await pidsOf(target)
    signalAll(pids, 'SIGSTOP')
    await sleep(shortest + random.below(longest - shortest))
    signalAll(pids, 'SIGCONT')
  },
})

const wholePostgres = async (target: Target): Promise<readonly number[]> => {
  const postmaster = await target.postmaster()
  return [postmaster, ...childrenOf(postmaster)]
}

export const frozen: readonly Fault[] = [
  ...parts.map((part) => freeze(part, async (target) => [await target.pid(part)])),
  freeze('postgres', wholePostgres),
  freeze('supervisor', async (target) => [target.supervisor()]),
]
