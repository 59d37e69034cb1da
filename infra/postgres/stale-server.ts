import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, endedWithin, isAlive } from './processes.ts'

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Every process of the server holds this named pipe open, so the kernel knows whether one is left. */
const pipeOf = (cluster: string) => join(cluster, '..', 'alive')

export const openAlivePipe = (cluster: string): number => {
  const pipe = pipeOf(cluster)
  if (!existsSync(pipe)) execFileSync('mkfifo', ['-m', '600', pipe])
  return openSync(pipe, O_RDONLY | O_NONBLOCK)
}

/** Also detects a server in another container or namespace, where its pid says nothing. */
export const hasServer = (cluster: string): boolean => {
  try {
    closeSync(openSync(pipeOf(cluster), O_WRONLY | O_NONBLOCK))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENXIO' || code === 'ENOENT') return false
    throw error
  }
}

export const waitUntilStopped = async (
  cluster: string,
  within: number,
  say: (text: string) => void,
): Promise<void> => {
  if (hasServer(cluster)) say('Venter på at databasen fra forrige kjøring avslutter')
  for (const end = Date.now() + within; hasServer(cluster); await sleep(50))
    if (Date.now() > end)
      throw new Error(
        `En Postgres går fortsatt på ${cluster}, kanskje i en annen container. Stopp den først.`,
      )
}

/** Format: Postgres' src/include/utils/pidfile.h. */
export const readPidFile = (cluster: string) => {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() ?? '' }
}

/** Not reused, since we would not notice its exit and its settings may differ. */
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
      if (await endedWithin(left.pid, 10_000)) return
    }
    throw new Error(`Postgres fra forrige kjøring (prosess ${left.pid}) lar seg ikke stoppe.`)
  }
  // Another process has the pid now, and Postgres would mistake it for a running server.
  if (isAlive(left.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
