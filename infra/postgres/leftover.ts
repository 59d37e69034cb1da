import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, gone, isAlive } from './processes.ts'

/** Lines of postmaster.pid, as Postgres documents them in src/include/utils/pidfile.h. */
type PidFile = { readonly pid: number; readonly status: string }

export const readPidFile = (cluster: string): PidFile | null => {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() ?? '' }
}

const belongsTo = (pid: number, cluster: string): boolean => {
  const command = commandLine(pid)
  return command.includes('postgres') && command.includes(cluster)
}

/**
 * Stops a Postgres that an earlier run left behind on the same data. It is stopped and not taken over:
 * nobody would notice its end, and it may run with other settings.
 */
export const stopLeftover = async (cluster: string, say: (text: string) => void): Promise<void> => {
  const left = readPidFile(cluster)
  if (!left || !(left.pid > 0)) return
  if (isAlive(left.pid) && belongsTo(left.pid, cluster)) {
    say(`Stopper en Postgres som ble igjen etter forrige kjøring (prosess ${left.pid})`)
    process.kill(left.pid, 'SIGINT')
    if (await gone(left.pid, 10_000)) return
    process.kill(left.pid, 'SIGQUIT')
    if (await gone(left.pid, 10_000)) return
    throw new Error(`Postgres fra forrige kjøring (prosess ${left.pid}) lar seg ikke stoppe.`)
  }
  // The pid belongs to somebody else by now. Postgres itself would mistake that process for its own.
  if (isAlive(left.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
