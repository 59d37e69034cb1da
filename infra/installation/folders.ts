import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#kernel/replace-file.ts'
import { mark, type Part } from './identity.ts'

export const installationFile = 'installation.json'

const read = <T>(folder: string, shape: z.ZodType<T>): T | null => {
  const path = join(folder, installationFile)
  if (!existsSync(path)) return null
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw new Error(`${path} er skadet. Hent den tilbake fra en sikkerhetskopi.`, { cause })
  }
}

const write = (folder: string, content: object): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  replaceFile(join(folder, installationFile), JSON.stringify(content, null, 2))
}

export const folderPart = (folder: string): Part => ({
  name: `Mappen ${folder}`,
  read: async () => read(folder, mark),
  write: async (content) => write(folder, content),
})

const folderMark = mark.extend({
  /** True once every part has a mark. From then on a part without one is missing. */
  isComplete: z.boolean(),
  keys: z.array(z.string()),
})
export type FolderMark = z.output<typeof folderMark>

export const readFolderMark = (dataDir: string): FolderMark | null => read(dataDir, folderMark)
export const writeFolderMark = (dataDir: string, content: FolderMark): void =>
  write(dataDir, content)

export const keysIn = (dataDir: string): string => join(dataDir, 'keys')

export const keyNames = (dataDir: string): string[] =>
  existsSync(keysIn(dataDir))
    ? readdirSync(keysIn(dataDir))
        .filter((name) => /\.(json|key)$/.test(name) && name !== installationFile)
        .toSorted()
    : []
