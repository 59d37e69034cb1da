import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isFileName, storedFile, type FileStore } from './store.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const flush = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files in folders of two times two characters of their names, each with what is known of it beside it. */
export const diskStore = (folder: string): FileStore => {
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`)
    return join(folder, name.slice(0, 2), name.slice(2, 4), name)
  }

  return {
    keep: async (file, path) => {
      const target = pathOf(file.name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const handle = await open(`${target}.json`, 'w', 0o600)
      try {
        await handle.writeFile(JSON.stringify(file))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await flush(path)
      // Last, since the file being there is what says that all of it is.
      await rename(path, target)
      await flush(dirname(target))
    },
    find: async (name) => {
      if (!isFileName(name)) return null
      try {
        const [text] = await Promise.all([
          readFile(`${pathOf(name)}.json`, 'utf8'),
          stat(pathOf(name)),
        ])
        return storedFile.parse(JSON.parse(text))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    read: async (name, range) =>
      createReadStream(pathOf(name), range && { start: range.first, end: range.last }),
    list: async function* () {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return []
          throw error
        },
      )
      for (const entry of entries) {
        if (!entry.isFile() || !isFileName(entry.name)) continue
        const { mtime } = await stat(join(entry.parentPath, entry.name))
        yield { name: entry.name, storedAt: mtime }
      }
    },
    remove: async (name) => {
      await rm(pathOf(name), { force: true })
      await rm(`${pathOf(name)}.json`, { force: true })
    },
  }
}
