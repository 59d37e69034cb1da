import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** One at a time: `recursive` never ends where the file system says that the new folder's place is missing, as /proc does. */
export const makeFolders = (folder: string, mode = 0o777): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    if (!isFolder(folder)) throw error
  }
}
