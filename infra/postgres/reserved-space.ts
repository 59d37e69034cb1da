import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reserveOf, spaceIn } from '#kernel/disk.ts'

const MB = 1024 * 1024

/** Two WAL files: with less, Postgres may be unable to run or recover. */
const scarceBytes = 32 * MB

const pathIn = (dataDir: string) => join(dataDir, 'ballast')
const sizeFor = (disk: number) => Math.min(64 * MB, disk / 8)

/** Random bytes, because some file systems compress, or store no blocks for zeros. */
const randomChunks = function* (bytes: number) {
  const chunk = randomBytes(MB)
  for (let written = 0; written < bytes; written += MB) yield chunk
}

const write = async (path: string, bytes: number): Promise<void> => {
  const unfinished = `${path}.new`
  try {
    await writeFile(unfinished, randomChunks(bytes), { mode: 0o600 })
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  await rename(unfinished, path)
}

/**
 * On a full disk Postgres could not even recover. Frees the space only at a start, since a running system would lose
 * it to whatever fills the disk.
 */
export const releaseReservedSpace = async (dataDir: string): Promise<boolean> => {
  if (!existsSync(pathIn(dataDir)) || (await spaceIn(dataDir)).free >= scarceBytes) return false
  rmSync(pathIn(dataDir), { force: true })
  return true
}

export const reserveSpace = async (dataDir: string): Promise<void> => {
  if (existsSync(pathIn(dataDir))) return
  const { size, free } = await spaceIn(dataDir)
  if (free > reserveOf(size) + sizeFor(size)) await write(pathIn(dataDir), sizeFor(size))
}
