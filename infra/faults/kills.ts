import type { Fault } from './fault.ts'
import { signalAll } from './signal.ts'
import { parts, type Target } from './target.ts'

const kill = (name: string, inject: Fault['inject']): Fault => ({
  name: `kill ${name}`,
  kind: 'kills',
  inject,
})

const allOf = async (target: Target): Promise<readonly number[]> => [
  target.supervisor(),
  ...(await Promise.all(parts.map(target.pid))),
  await target.postmaster(),
]

export const kills: readonly Fault[] = [
  ...parts.map((part) =>
    kill(part, async (target) => signalAll([await target.pid(part)], 'SIGKILL')),
  ),
  kill('postmaster', async (target) => signalAll([await target.postmaster()], 'SIGKILL')),
  kill('backend', async (target, random) =>
    signalAll([random.of(await target.backends())], 'SIGKILL'),
  ),
  kill('supervisor', async (target) => {
    signalAll([target.supervisor()], 'SIGKILL')
    await target.startAgain()
  }),
  kill('tree', async (target) => {
    signalAll(await allOf(target), 'SIGKILL')
    await target.startAgain()
  }),
]
