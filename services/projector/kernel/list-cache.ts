import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const megabyte = 1024 * 1024

/** Lists longer than this are always read from the tables. */
export const longestKept = 32 * megabyte
const mostKept = 128 * megabyte

export type KeptList = {
  readonly tag: string
  readonly body: Buffer
  /** The same, packed; done once, when first asked for. */
  readonly packed: () => Promise<Buffer>
}

const pack = promisify(gzip)

const keptList = (tag: string, body: Buffer): KeptList => {
  let packing: Promise<Buffer> | undefined
  return {
    tag,
    body,
    packed: () => (packing ??= pack(body, { level: 5 })),
  }
}

/** Whole lists as they were sent last: those asked for again before anything in them has changed. */
export const listCache = (most = mostKept) => {
  const kept = new Map<string, KeptList>()
  let size = 0

  const drop = (list: string) => {
    size -= kept.get(list)?.body.length ?? 0
    kept.delete(list)
  }
  return {
    get: (list: string, tag: string): KeptList | undefined => {
      const found = kept.get(list)
      if (found?.tag !== tag) return undefined
      kept.delete(list)
      kept.set(list, found)
      return found
    },
    set: (list: string, tag: string, body: Buffer): void => {
      drop(list)
      kept.set(list, keptList(tag, body))
      size += body.length
      for (const oldest of kept.keys()) {
        if (size <= most) return
        drop(oldest)
      }
    },
  }
}

export type ListCache = ReturnType<typeof listCache>
