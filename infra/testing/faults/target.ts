import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSystem, type System } from '#infra/testing/blackbox/system.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { readPidFile } from '#infra/postgres/stale-server.ts'
import { childrenOf, commandLine } from '#infra/postgres/processes.ts'
import { rememberedChildren } from '#infra/supervisor/children-file.ts'
import { startOnSmallDisk, type SmallDisk } from './small-disk.ts'

export type Part = 'eventstore' | 'projector' | 'command' | 'gateway'
export const parts: readonly Part[] = ['eventstore', 'projector', 'command', 'gateway']

const pidWithin = 180_000

const waitForPid = async (look: () => number | undefined): Promise<number> => {
  for (const end = Date.now() + pidWithin; Date.now() < end; await sleep(20)) {
    const pid = look()
    if (pid !== undefined && pid > 0) return pid
  }
  throw new Error('There is no such process, and none comes.')
}

/** Process titles of Postgres look like `postgres: user database 127.0.0.1(51234) idle`, or `[local]`. */
const isBackend = (pid: number): boolean =>
  /^postgres: .*(\(\d+\)|\[local\])/.test(commandLine(pid))

type Rest = {
  readonly disk: SmallDisk | null
  readonly startAgain: () => Promise<void>
  readonly stop: () => Promise<void>
}

const targetOf = (system: () => System, dataDir: string, rest: Rest) => {
  const postmaster = () => waitForPid(() => readPidFile(join(dataDir, 'postgres', 'cluster'))?.pid)
  return {
    base: system().base,
    dataDir,
    supervisor: () => system().pid,
    pid: (part: Part) =>
      waitForPid(() => rememberedChildren(dataDir).find(({ name }) => name === part)?.pid),
    postmaster,
    backends: async () => childrenOf(await postmaster()).filter(isBackend),
    ...rest,
  }
}

export type Target = ReturnType<typeof targetOf>

export const startTarget = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-faults-'))
  const env = { PORT: process.env['PORT'] ?? String(await freePort()) }
  let system = await startSystem(dataDir, env)
  return targetOf(() => system, dataDir, {
    disk: null,
    startAgain: async () => {
      system = await startSystem(dataDir, env)
    },
    stop: async () => {
      await system.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

/** A killed supervisor takes its disk with it, so this system cannot be restarted. */
export const startTargetOnSmallDisk = async (megabytes: number) => {
  const disk = await startOnSmallDisk(megabytes)
  const startAgain = () => Promise.reject(new Error('Its disk is gone'))
  return targetOf(() => disk, disk.inside, { disk, startAgain, stop: () => disk.stop() })
}
