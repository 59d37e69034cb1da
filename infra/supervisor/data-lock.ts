import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startedAt } from '../postgres/processes.ts'

type Holder = { readonly pid: number; readonly startedAt: string }

const read = (path: string): Holder | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The start time tells a holder from a later process that was given the same number. */
const lives = (holder: Holder): boolean =>
  isAlive(holder.pid) && startedAt(holder.pid) === holder.startedAt

const link = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's lock away. If another start was quicker, its lock is put back. */
const pushAside = (path: string, dead: Holder): void => {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved && (moved.pid !== dead.pid || moved.startedAt !== dead.startedAt)) link(aside, path)
  rmSync(aside, { force: true })
}

class DataInUse extends Error {
  override readonly name = 'DataInUse'
}

/** Whoever runs on a data folder at this moment. */
export const holderOf = (dataDir: string): Holder | null => {
  const holder = read(join(dataDir, 'lock'))
  return holder && lives(holder) ? holder : null
}

/**
 * Makes this process the only one on a data folder. Returns what gives it up.
 * @throws DataInUse with a sentence for the operator.
 */
export const lockData = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'lock')
  const own = `${path}.${randomUUID()}`
  const me: Holder = { pid: process.pid, startedAt: startedAt(process.pid) }
  writeFileSync(own, JSON.stringify(me))
  try {
    while (!link(own, path)) {
      const holder = read(path) ?? { pid: 0, startedAt: '' }
      if (holder.pid > 0 && lives(holder))
        throw new DataInUse(
          `Datamappen ${dataDir} er i bruk av en annen Stykkliste (prosess ${holder.pid}). ` +
            'Stopp den først, eller velg en annen mappe med DATA_DIR og en annen PORT.',
        )
      pushAside(path, holder)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => {
    if (read(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}
