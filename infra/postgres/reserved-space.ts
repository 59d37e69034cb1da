import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveOf, spaceIn } from '#kernel/disk.ts'

const MB = 1024 * 1024

/** Two files of Postgres' log of changes: with less it may not be able to go on, nor to recover. */
const scarce = 32 * MB

const pathIn = (dataDir: string) => join(dataDir, 'ballast')
const sizeFor = (disk: number) => Math.min(64 * MB, disk / 8)

/** Not zeros, which some file systems keep no room for. */
const noise = function* (bytes: number) {
  for (let written = 0; written < bytes; written += MB) yield randomBytes(MB)
}

const write = async (path: string, bytes: number): Promise<void> => {
  const unfinished = `${path}.new`
  try {
    await writeFile(unfinished, noise(bytes), { mode: 0o600 })
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  await rename(unfinished, path)
}

/**
 * A file that keeps room on the disk for the database: where others have filled it, Postgres could not
 * even recover, and nothing could be read. It is given back at a start only: before, whoever fills the
 * disk would take it. True if it was given back now.
 */
export const releaseReservedSpace = async (dataDir: string): Promise<boolean> => {
  if (!existsSync(pathIn(dataDir)) || (await spaceIn(dataDir)).free >= scarce) return false
  rmSync(pathIn(dataDir), { force: true })
  return true
}

/** Takes the room again, or for the first time, where there is plenty. */
export const reserveSpace = async (dataDir: string): Promise<void> => {
  if (existsSync(pathIn(dataDir))) return
  const { size, free } = await spaceIn(dataDir)
  if (free > reserveOf(size) + sizeFor(size)) await write(pathIn(dataDir), sizeFor(size))
}
