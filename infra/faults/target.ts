import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSystem } from '#infra/blackbox/system.ts'
import { freePort } from '#infra/postgres/free-port.ts'
import { readPidFile } from '#infra/postgres/leftover.ts'
import { childrenOf, commandLine } from '#infra/postgres/processes.ts'
import { rememberedChildren } from '#infra/supervisor/children-file.ts'

export type Part = 'eventstore' | 'projector' | 'command' | 'gateway'
export const parts: readonly Part[] = ['eventstore', 'projector', 'command', 'gateway']

/** A whole system that faults are tried on. */
export type Target = {
  readonly base: string
  readonly dataDir: string
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

export const startTarget = async (dataDir: string): Promise<Target> => {
  const env = { PORT: process.env['PORT'] ?? String(await freePort()) }
  let system = await startSystem(dataDir, env)
  const cluster = join(dataDir, 'postgres', 'cluster')
  const postmaster = () => found(() => readPidFile(cluster)?.pid)
  return {
    base: system.base,
    dataDir,
    supervisor: () => system.pid,
    pid: (part) => found(() => rememberedChildren(dataDir).find(({ name }) => name === part)?.pid),
    postmaster,
    backends: async () => childrenOf(await postmaster()).filter(isBackend),
    startAgain: async () => {
      system = await startSystem(dataDir, env)
    },
    stop: () => system.stop(),
  }
}
