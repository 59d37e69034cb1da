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
import { ifThere } from '#kernel/replace-file.ts'
import { parseStoredFile } from './damage.ts'
import { isFileName, type ByteRange, type FileStore, type StoredFile } from './store.ts'

const flush = async (path: string) => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Each file lies in a folder named by the beginning of its name (`ab/cd/abcd...`), beside a JSON file with its metadata.
 * In the bin the modification times say when it was discarded.
 */
export class DiskStore implements FileStore {
  readonly #folder: string
  readonly #bin: string

  constructor(folder: string, bin: string) {
    this.#folder = folder
    this.#bin = bin
  }

  async keep(file: StoredFile, path: string) {
    const target = this.#pathOf(file.name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(`${target}.json`, JSON.stringify(file), { mode: 0o600, flush: true })
    await flush(path)
    // Last, since the file's existence means that it is complete.
    await rename(path, target)
    await flush(dirname(target))
  }

  async find(name: string) {
    if (!isFileName(name)) return null
    const path = this.#pathOf(name)
    const found = await ifThere(Promise.all([readFile(`${path}.json`, 'utf8'), stat(path)]))
    if (!found) return null
    const [text, { size, ino, mtimeMs, ctimeMs }] = found
    return { file: parseStoredFile(name, text), size, version: `${ino} ${mtimeMs} ${ctimeMs}` }
  }

  async read(name: string, range?: ByteRange) {
    return createReadStream(this.#pathOf(name), range && { start: range.first, end: range.last })
  }

  async *list() {
    const entries = await ifThere(readdir(this.#folder, { recursive: true, withFileTypes: true }))
    for (const entry of entries ?? []) {
      if (!entry.isFile() || !isFileName(entry.name)) continue
      const { mtime } = await stat(join(entry.parentPath, entry.name))
      yield { name: entry.name, storedAt: mtime }
    }
  }

  async discard(name: string, at: Date) {
    await mkdir(this.#bin, { recursive: true, mode: 0o700 })
    for (const ending of ['', '.json']) {
      const from = this.#pathOf(name) + ending
      await ifThere(utimes(from, at, at))
      await ifThere(rename(from, join(this.#bin, name + ending)))
    }
  }

  async emptyBin(before: Date) {
    let removed = 0
    for (const entry of (await ifThere(readdir(this.#bin))) ?? []) {
      const path = join(this.#bin, entry)
      if (!isFileName(entry.replace(/\.json$/, '')) || (await stat(path)).mtime >= before) continue
      await rm(path, { force: true })
      if (isFileName(entry)) removed++
    }
    return removed
  }

  #pathOf(name: string): string {
    if (!isFileName(name)) throw new Error(`Not the name of a file: ${name}`)
    return join(this.#folder, name.slice(0, 2), name.slice(2, 4), name)
  }
}
