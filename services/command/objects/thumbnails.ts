import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { FileStore, StoredFile } from './store.ts'
import type { FileType } from './types.ts'

/** Twice the size of a card, for high-density screens. */
const box = { width: 640, height: 320 }
/** Smaller files are served as they are. */
const smallest = 30 * 1024
/** A tiny file may decode to gigabytes. */
const mostPixels = 40_000_000
const longest = { seconds: 10 }
const mostKept = 32 * 1024 * 1024

const loaders: Partial<Record<FileType, string>> = {
  png: 'VipsForeignLoadPngBuffer',
  jpg: 'VipsForeignLoadJpegBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
}

/** Allows only these decoders. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: Object.values(loaders) })
  return sharp
}

/** Thumbnails, made on first request; null if the file itself should be used. */
export const createThumbnails = (store: Pick<FileStore, 'read'>) => {
  const kept = new LRUCache<string, { picture: Buffer | null }>({
    maxSize: mostKept,
    sizeCalculation: ({ picture }) => 1 + (picture?.length ?? 0),
  })
  const oneAtATime = pLimit(1)
  let loading: ReturnType<typeof loadSharp> | undefined

  const shrunk = async (content: Buffer): Promise<Buffer> => {
    loading ??= loadSharp()
    const sharp = await loading
    return sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout(longest)
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
  }

  return async (
    { name, type, size }: StoredFile,
    onFault: (error: unknown) => void,
  ): Promise<Buffer | null> => {
    if (!(type in loaders) || size <= smallest) return null
    const known = kept.get(name)
    if (known) return known.picture
    return oneAtATime(async () => {
      const meanwhile = kept.get(name)
      if (meanwhile) return meanwhile.picture
      const content = Buffer.concat(await (await store.read(name)).toArray())
      const picture = await shrunk(content).catch((error: unknown) => {
        onFault(error)
        return null
      })
      kept.set(name, { picture })
      return picture
    })
  }
}
