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

const lockIn = (dataDir: string) => join(dataDir, 'lock.db')
const holderIn = (dataDir: string) => join(dataDir, 'lock')

const read = (dataDir: string): Holder | null => readJson(holderIn(dataDir))

/** Pids are reused, so the start time must match too. */
const lives = (holder: Holder): boolean =>
  isAlive(holder.pid) && startedAt(holder.pid) === holder.startedAt

const isSeenFrom = (machine: Machine, { boot, namespace }: Holder): boolean =>
  boot === undefined || (boot === machine.boot && namespace === machine.namespace)

/** True if the holder ran on this machine, where a free lock or a reboot proves that it has ended. */
const isSurelyDead = (machine: Machine, { host, boot }: Holder): boolean =>
  boot === undefined || boot === machine.boot || host === machine.host

const inUse = (dataDir: string, holder: Holder | null): Error => {
  const where = holder?.host === undefined ? '' : ` på ${holder.host.split(' ')[0]}`
  const who = holder ? ` (prosess ${holder.pid}${where})` : ''
  return new Error(
    `Datamappen ${dataDir} er i bruk av en annen Stykkliste${who}. ` +
      'Stopp den først, eller velg en annen mappe med DATA_DIR og en annen PORT.',
  )
}

const perhapsInUse = (dataDir: string, { host = '', pid, id }: Holder): Error =>
  new Error(
    `Datamappen ${dataDir} ble sist brukt av en Stykkliste på en annen maskin, ${host.split(' ')[0]} ` +
      `(prosess ${pid}), som ikke ble stoppet som den skal. Herfra kan det ikke ses om den fortsatt går. ` +
      `Stopp den. Går den helt sikkert ikke, start med DATA_TAKE_OVER=${id}.`,
  )

export const holderOf = (dataDir: string): Holder | null => {
  const holder = read(dataDir)
  if (!holder || isLocked(lockIn(dataDir))) return holder
  return isSeenFrom(thisMachine(), holder) && lives(holder) ? holder : null
}

/** Makes this process the only user of a data folder. Returns the release. @throws a message for the operator. */
export const lockData = (
  dataDir: string,
  takeOver = process.env['DATA_TAKE_OVER'],
): (() => void) => {
  ensurePrivateFolder(dataDir)
  const unlock = kernelLock(lockIn(dataDir), 1000)
  const left = read(dataDir)
  if (!unlock) throw inUse(dataDir, left)
  const machine = thisMachine()
  try {
    if (left && isSeenFrom(machine, left) && lives(left)) throw inUse(dataDir, left)
    if (left && !isSurelyDead(machine, left) && left.id !== takeOver)
      throw perhapsInUse(dataDir, left)
    const { pid } = process
    const me: Holder = { pid, startedAt: startedAt(pid), id: randomUUID(), ...machine }
    replaceFile(holderIn(dataDir), JSON.stringify(me))
  } catch (error) {
    unlock()
    throw error
  }
  return () => {
    rmSync(holderIn(dataDir), { force: true })
    unlock()
  }
}
