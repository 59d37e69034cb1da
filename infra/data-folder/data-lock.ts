import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isAlive, startedAt } from '../postgres/processes.ts'
import { thisMachine, type Machine } from './machine.ts'
import { ensurePrivateFolder } from './private-folder.ts'
import { readJson, replaceFile } from '#kernel/replace-file.ts'

const busy = 5

/**
 * SQLite's lock, since Node has none. The kernel releases it when the process ends, even after kill -9. Never open
 * the file elsewhere: closing any descriptor of it releases the lock.
 */
const kernelLock = (path: string, within: number): (() => void) | null => {
  const file = new DatabaseSync(path, { timeout: within })
  try {
    file.exec('pragma journal_mode = off; begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if ((error as { readonly errcode?: number }).errcode === busy) return null
    throw new Error(`Filsystemet lar ikke ${path} låses. Legg datamappen på en disk som kan det.`, {
      cause: error,
    })
  }
}

const isLocked = (path: string): boolean => {
  if (!existsSync(path)) return false
  const release = kernelLock(path, 0)
  release?.()
  return release === null
}

/** Older releases wrote only the pid and the start time. */
type Holder = { readonly pid: number; readonly startedAt: string } & Partial<
  Machine & { readonly id: string }
>

const lockFile = (dataDir: string) => join(dataDir, 'lock.db')
const holderFile = (dataDir: string) => join(dataDir, 'lock')

const read = (dataDir: string): Holder | null => readJson(holderFile(dataDir))

/** Pids are reused, so the start time must match too. */
const isRunning = (holder: Holder): boolean =>
  isAlive(holder.pid) && startedAt(holder.pid) === holder.startedAt

const isSeenFrom = (machine: Machine, { boot, namespace }: Holder): boolean =>
  boot === undefined || (boot === machine.boot && namespace === machine.namespace)

/** True if the holder ran on this machine, where a free lock or a reboot proves that it has ended. */
const hasSurelyEnded = (machine: Machine, { host, boot }: Holder): boolean =>
  boot === undefined || boot === machine.boot || host === machine.host

const inUse = (dataDir: string, holder: Holder | null): Error => {
  const where = holder?.host === undefined ? '' : ` på ${holder.host.split(' ')[0]}`
  const who = holder ? ` (prosess ${holder.pid}${where})` : ''
  return new Error(
    `Datamappen ${dataDir} er i bruk av en annen Stykkliste${who}. ` +
      'Stopp den først, eller velg en annen mappe med DATA_DIR og en annen PORT.',
  )
}

const possiblyInUse = (dataDir: string, { host = '', pid, id }: Holder): Error =>
  new Error(
    `Datamappen ${dataDir} ble sist brukt av en Stykkliste på en annen maskin, ${host.split(' ')[0]} ` +
      `(prosess ${pid}), som ikke ble stoppet som den skal. Herfra kan det ikke ses om den fortsatt går. ` +
      `Stopp den. Går den helt sikkert ikke, start med DATA_TAKE_OVER=${id}.`,
  )

export const holderOf = (dataDir: string): Holder | null => {
  const holder = read(dataDir)
  if (!holder || isLocked(lockFile(dataDir))) return holder
  return isSeenFrom(thisMachine(), holder) && isRunning(holder) ? holder : null
}

/** Makes this process the only user of a data folder. @throws if another uses it. Returns a function that releases it. */
export const lockData = (
  dataDir: string,
  takeOver = process.env['DATA_TAKE_OVER'],
): (() => void) => {
  ensurePrivateFolder(dataDir)
  const unlock = kernelLock(lockFile(dataDir), 1000)
  const previous = read(dataDir)
  if (!unlock) throw inUse(dataDir, previous)
  const machine = thisMachine()
  try {
    if (previous && isSeenFrom(machine, previous) && isRunning(previous))
      throw inUse(dataDir, previous)
    if (previous && !hasSurelyEnded(machine, previous) && previous.id !== takeOver)
      throw possiblyInUse(dataDir, previous)
    const { pid } = process
    const self: Holder = { pid, startedAt: startedAt(pid), id: randomUUID(), ...machine }
    replaceFile(holderFile(dataDir), JSON.stringify(self))
  } catch (error) {
    unlock()
    throw error
  }
  return () => {
    rmSync(holderFile(dataDir), { force: true })
    unlock()
  }
}
