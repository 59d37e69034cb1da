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

/** A whole system that faults are tried on. */
export type Target = {
  readonly base: string
  /** As this process sees it. */
  readonly dataDir: string
  /** Null where the system lies on the disk of the machine. */
  readonly disk: SmallDisk | null
  readonly supervisor: () => number
  /** The process of a part; waits while there is none. */
  readonly pid: (part: Part) => Promise<number>
  readonly postmaster: () => Promise<number>
  /** Processes of Postgres that serve a connection. */
  readonly backends: () => Promise<readonly number[]>
  /** After the end of its supervisor, as an operator would. */
  readonly startAgain: () => Promise<void>
  readonly stop: () => Promise<void>
}

const found = async (look: () => number | undefined): Promise<number> => {
  for (;;) {
    const pid = look()
    if (pid !== undefined && pid > 0) return pid
    await sleep(20)
  }
}

/** As Postgres titles them: `postgres: user database 127.0.0.1(51234) idle`, or `[local]`. */
const isBackend = (pid: number): boolean =>
  /^postgres: .*(\(\d+\)|\[local\])/.test(commandLine(pid))

const targetOf = (
  system: () => System,
  dataDir: string,
  rest: Pick<Target, 'disk' | 'startAgain' | 'stop'>,
): Target => {
  const postmaster = () => found(() => readPidFile(join(dataDir, 'postgres', 'cluster'))?.pid)
  return {
    base: system().base,
    dataDir,
    supervisor: () => system().pid,
    pid: (part) => found(() => rememberedChildren(dataDir).find(({ name }) => name === part)?.pid),
    postmaster,
    backends: async () => childrenOf(await postmaster()).filter(isBackend),
    ...rest,
  }
}

export const startTarget = async (): Promise<Target> => {
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
export const startTargetOnSmallDisk = async (megabytes: number): Promise<Target> => {
  const disk = await startOnSmallDisk(megabytes)
  const startAgain = () => Promise.reject(new Error('Its disk is gone'))
  return targetOf(() => disk, disk.inside, { disk, startAgain, stop: () => disk.stop() })
}
