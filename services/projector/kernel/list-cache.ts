import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const megabyte = 1024 * 1024

/** Lists longer than this are always read from the tables. */
export const longestKept = 32 * megabyte
const mostKept = 64 * megabyte

export type KeptList = {
  readonly tag: string
  readonly body: Buffer
  /** The same, packed; done once, when first asked for. */
  readonly packed: () => Promise<Buffer>
}

const pack = promisify(gzip)

/** Whole lists as they were sent last: those asked for again before anything in them has changed. */
export const listCache = (most = mostKept) => {
  const kept = new Map<string, { readonly list: KeptList; bytes: number }>()
  let size = 0

  const drop = (name: string) => {
    size -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  /** The oldest go until there is room. */
  const grow = (name: string, bytes: number) => {
    kept.get(name)!.bytes += bytes
    size += bytes
    for (const oldest of kept.keys()) {
      if (size <= most) return
      drop(oldest)
    }
  }
  const keptList = (name: string, tag: string, body: Buffer): KeptList => {
    let packing: Promise<Buffer> | undefined
    const packed = async () => {
      const buffer = await pack(body, { level: 5 })
      if (kept.get(name)?.list === list) grow(name, buffer.length)
      return buffer
    }
    const list = { tag, body, packed: () => (packing ??= packed()) }
    return list
  }

  return {
    get: (name: string, tag: string): KeptList | undefined => {
      const found = kept.get(name)
      if (found?.list.tag !== tag) return undefined
      kept.delete(name)
      kept.set(name, found)
      return found.list
    },
    set: (name: string, tag: string, body: Buffer): void => {
      drop(name)
      kept.set(name, { list: keptList(name, tag, body), bytes: 0 })
      grow(name, body.length)
    },
  }
}

export type ListCache = ReturnType<typeof listCache>
