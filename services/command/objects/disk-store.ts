import { createReadStream } from 'node:fs'
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseStoredFile } from './damage.ts'
import { isFileName, type FileStore } from './store.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const flush = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/**
 * Files in folders of two times two characters of their names, each with what is known of it beside it. In the
 * bin both lie side by side, and their times say when they came there.
 */
export const createDiskStore = (folder: string, bin: string): FileStore => {
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`)
    return join(folder, name.slice(0, 2), name.slice(2, 4), name)
  }

  return {
    keep: async (file, path) => {
      const target = pathOf(file.name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await writeFile(`${target}.json`, JSON.stringify(file), { mode: 0o600, flush: true })
      await flush(path)
      // Last, since the file being there is what says that all of it is.
      await rename(path, target)
      await flush(dirname(target))
    },
    find: async (name) => {
      if (!isFileName(name)) return null
      const path = pathOf(name)
      const found = await ifThere(Promise.all([readFile(`${path}.json`, 'utf8'), stat(path)]))
      if (!found) return null
      const [text, { size, ino, mtimeMs, ctimeMs }] = found
      return { file: parseStoredFile(name, text), size, version: `${ino} ${mtimeMs} ${ctimeMs}` }
    },
    read: async (name, range) =>
      createReadStream(pathOf(name), range && { start: range.first, end: range.last }),
    list: async function* () {
      const entries = await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))
      for (const entry of entries ?? []) {
        if (!entry.isFile() || !isFileName(entry.name)) continue
        const { mtime } = await stat(join(entry.parentPath, entry.name))
        yield { name: entry.name, storedAt: mtime }
      }
    },
    discard: async (name, at) => {
      await mkdir(bin, { recursive: true, mode: 0o700 })
      for (const ending of ['', '.json']) {
        const from = pathOf(name) + ending
        await ifThere(utimes(from, at, at))
        await ifThere(rename(from, join(bin, name + ending)))
      }
    },
    emptyBin: async (before) => {
      await mkdir(bin, { recursive: true, mode: 0o700 })
      let removed = 0
      for (const entry of await readdir(bin)) {
        const path = join(bin, entry)
        if (!isFileName(entry.replace(/\.json$/, '')) || (await stat(path)).mtime >= before)
          continue
        await rm(path, { force: true })
        if (isFileName(entry)) removed++
      }
      return removed
    },
  }
}
