import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Digest, writeFile } from './write-file.ts'

export const unlessGone = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Null if there is no such file any more. */
export const copyFile = async (from: string, to: string): Promise<Digest | null> => {
  const source = await unlessGone(open(from))
  return source && writeFile(to, source.createReadStream())
}

/** Every file below a folder, by its path in it; none where there is no such folder. */
export const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await unlessGone(readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}
