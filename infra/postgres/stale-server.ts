import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, gone, isAlive } from './processes.ts'

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Beside the cluster: a pipe that each process of a server holds open, so that the kernel knows of any that is left. */
const pipeOf = (cluster: string) => join(cluster, '..', 'alive')

/** To be handed on to the server, and closed here. */
export const openAlivePipe = (cluster: string): number => {
  const pipe = pipeOf(cluster)
  if (!existsSync(pipe)) execFileSync('mkfifo', ['-m', '600', pipe])
  return openSync(pipe, O_RDONLY | O_NONBLOCK)
}

/** Whether a server runs on the data, be it in another container or namespace, where its number says nothing. */
export const isServed = (cluster: string): boolean => {
  try {
    closeSync(openSync(pipeOf(cluster), O_WRONLY | O_NONBLOCK))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENXIO' || code === 'ENOENT') return false
    throw error
  }
}

/** @throws if it is still served after so many milliseconds. */
export const untilUnserved = async (
  cluster: string,
  within: number,
  say: (text: string) => void,
): Promise<void> => {
  if (isServed(cluster)) say('Venter på at databasen fra forrige kjøring avslutter')
  for (const end = Date.now() + within; isServed(cluster); await sleep(50))
    if (Date.now() > end)
      throw new Error(
        `En Postgres går fortsatt på ${cluster}, kanskje i en annen container. Stopp den først.`,
      )
}

/** Lines of postmaster.pid, as Postgres documents them in src/include/utils/pidfile.h. */
export const readPidFile = (cluster: string) => {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() ?? '' }
}

/**
 * Stops a Postgres that an earlier run left behind on the same data. It is stopped and not taken over:
 * nobody would notice its end, and it may run with other settings.
 */
export const stopStaleServer = async (
  cluster: string,
  say: (text: string) => void,
): Promise<void> => {
  const left = readPidFile(cluster)
  if (!left || !(left.pid > 0)) return
  const command = commandLine(left.pid)
  if (isAlive(left.pid) && command.includes('postgres') && command.includes(cluster)) {
    say(`Stopper en Postgres som ble igjen etter forrige kjøring (prosess ${left.pid})`)
    for (const signal of ['SIGINT', 'SIGQUIT']) {
      process.kill(left.pid, signal)
      if (await gone(left.pid, 10_000)) return
    }
    throw new Error(`Postgres fra forrige kjøring (prosess ${left.pid}) lar seg ikke stoppe.`)
  }
  // The pid belongs to somebody else by now. Postgres itself would mistake that process for its own.
  if (isAlive(left.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
