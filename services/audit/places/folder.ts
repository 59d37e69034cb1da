import { join } from 'node:path'
import { replaceFile } from '#kernel/replace-file.ts'
import { nameOf, type Place } from './place.ts'

/** A file for each checkpoint. */
export const folderPlace =
  (folder: string): Place =>
  async (checkpoint) =>
    replaceFile(join(folder, nameOf(checkpoint)), checkpoint.note)
