import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import { administrator } from '#infra/testing/blackbox/system.ts'
import { childrenOf } from '#infra/postgres/processes.ts'
import { type Target, parts } from './target.ts'

export type Fault = {
  readonly name: string
  readonly kind: 'kills' | 'frozen' | 'connections' | 'disk'
  /** Resolves when the fault is over; the system may still be recovering. */
  readonly inject: (target: Target, random: Random) => Promise<void>
}

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

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

const kills: readonly Fault[] = [
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

const minDuration = 2_000
const maxDuration = 20_000

const freeze = (name: string, pidsOf: (target: Target) => Promise<readonly number[]>): Fault => ({
  name: `freeze ${name}`,
  kind: 'frozen',
  inject: async (target, random) => {
    const pids = await pidsOf(target)
    signalAll(pids, 'SIGSTOP')
    await sleep(minDuration + random.below(maxDuration - minDuration))
    signalAll(pids, 'SIGCONT')
  },
})

const wholePostgres = async (target: Target): Promise<readonly number[]> => {
  const postmaster = await target.postmaster()
  return [postmaster, ...childrenOf(postmaster)]
}

const frozen: readonly Fault[] = [
  ...parts.map((part) => freeze(part, async (target) => [await target.pid(part)])),
  freeze('postgres', wholePostgres),
  freeze('supervisor', async (target) => [target.supervisor()]),
]

/** As pg_terminate_backend does. */
const connections: readonly Fault[] = [
  {
    name: 'end all connections',
    kind: 'connections',
    inject: async (target) => signalAll(await target.backends(), 'SIGTERM'),
  },
]

const slowReaders = 120
/** While clients do not read their answers. */
const maxMegabytes = 1_536

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const readSlowly: Fault['inject'] = async ({ base, pid }, random) => {
  const session = await fetch(`${base}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const cookie = session.headers.getSetCookie().map((one) => one.split(';')[0])
  const { hostname, port } = new URL(base)
  const question = `GET /api/componenttypes HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie.join('; ')}\r\n\r\n`
  const sockets = Array.from({ length: slowReaders }, () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.pause()
    socket.write(question.repeat(20))
    return socket
  })
  await sleep(minDuration + random.below(maxDuration - minDuration))
  const megabytes = megabytesOf(await pid('projector'))
  for (const socket of sockets) socket.destroy()
  if (megabytes > maxMegabytes)
    throw new Error(`The projector had ${Math.round(megabytes)} MB for readers who did not read`)
}

const fillDisk: Fault['inject'] = async ({ disk }, random) => {
  await disk!.fill(random.of([60, 20, 0]))
  await sleep(minDuration + random.below(maxDuration - minDuration))
  await disk!.clear()
}

export const diskFaults: readonly Fault[] = [{ name: 'fill disk', kind: 'disk', inject: fillDisk }]

export const allFaults: readonly Fault[] = [
  ...kills,
  ...frozen,
  ...connections,
  { name: 'slow readers', kind: 'connections', inject: readSlowly },
]
