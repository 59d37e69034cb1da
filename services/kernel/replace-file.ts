import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'

/** Root, whose tools work on the files of the user who starts the system, leaves them to that user. */
const keepOwner = (from: string, to: string): void => {
  const owned = statSync(from, { throwIfNoEntry: false })
  if (owned?.uid && process.getuid?.() === 0) chownSync(to, owned.uid, owned.gid)
}

/** Atomic: a reader, or a restart after a crash, sees the old or the new text. Readable by the owner only. */
export const replaceFile = (path: string, text: string): void => {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  keepOwner(path, unfinished)
  renameSync(unfinished, path)
}

export const readJson = <T>(path: string): T | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Undefined if the file or folder does not exist. */
export const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
