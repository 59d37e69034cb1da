import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSystem, type System } from '#infra/blackbox/system.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { readPidFile } from '#infra/postgres/stale-server.ts'
import { childrenOf, commandLine } from '#infra/postgres/processes.ts'
import { rememberedChildren } from '#infra/supervisor/children-file.ts'
import { startOnSmallDisk, type SmallDisk } from './small-disk.ts'

export type Part = 'eventstore' | 'projector' | 'command' | 'gateway'
export const parts: readonly Part[] = ['eventstore', 'projector', 'command', 'gateway']

const foundWithin = 180_000

const found = async (look: () => number | undefined): Promise<number> => {
  for (const end = Date.now() + foundWithin; Date.now() < end; await sleep(20)) {
    const pid = look()
    if (pid !== undefined && pid > 0) return pid
  }
  throw new Error('There is no such process, and none comes.')
}

/** As Postgres titles them: `postgres: user database 127.0.0.1(51234) idle`, or `[local]`. */
const isBackend = (pid: number): boolean =>
  /^postgres: .*(\(\d+\)|\[local\])/.test(commandLine(pid))

type Rest = {
  /** Null where the system lies on the disk of the machine. */
  readonly disk: SmallDisk | null
  /** After the end of its supervisor, as an operator would. */
  readonly startAgain: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A whole system that faults are tried on, and its data folder as this process sees it. */
const targetOf = (system: () => System, dataDir: string, rest: Rest) => {
  const postmaster = () => found(() => readPidFile(join(dataDir, 'postgres', 'cluster'))?.pid)
  return {
    base: system().base,
    dataDir,
    supervisor: () => system().pid,
    /** The process of a part; waits while there is none. */
    pid: (part: Part) =>
      found(() => rememberedChildren(dataDir).find(({ name }) => name === part)?.pid),
    postmaster,
    /** Processes of Postgres that serve a connection. */
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

/** It cannot be started again, since its disk goes with it. */
export const startTargetOnSmallDisk = async (megabytes: number) => {
  const disk = await startOnSmallDisk(megabytes)
  const startAgain = () => Promise.reject(new Error('Its disk is gone'))
  return targetOf(() => disk, disk.inside, { disk, startAgain, stop: () => disk.stop() })
}
