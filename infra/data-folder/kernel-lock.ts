import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const busy = 5

/**
 * A lock that the kernel gives up with its holder, however that ends, and that holds across containers and, where
 * the file system has locks, across machines. Node has none of its own; SQLite, which comes with it, locks files by
 * fcntl. No other code may open the file: closing it again would end a lock of the same process.
 */
export const kernelLock = (path: string, within: number): (() => void) | null => {
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

export const isLocked = (path: string): boolean => {
  if (!existsSync(path)) return false
  const release = kernelLock(path, 0)
  release?.()
  return release === null
}
