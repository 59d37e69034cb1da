import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { refuse } from '#contracts/refusals.ts'
import { Refused } from '#kernel/refused.ts'
import { storedFile, type FileStore, type Found, type StoredFile } from './store.ts'

/** What differs from the upload: the metadata, the length or the bytes. */
export type Damage = 'facts' | 'size' | 'content'

export class FileDamaged extends Refused {
  readonly damage: Damage
  /** The message is for staff; the log gets the details. */
  constructor(name: string, damage: Damage, cause?: unknown) {
    super(refuse('DAMAGED'))
    this.damage = damage
    this.cause = new Error(`File ${name} is damaged: ${damage}`, { cause })
  }
}

export const parseStoredFile = (name: string, text: string): StoredFile => {
  try {
    const file = storedFile.parse(JSON.parse(text))
    if (file.name === name) return file
  } catch (error) {
    throw new FileDamaged(name, 'facts', error)
  }
  throw new FileDamaged(name, 'facts')
}

export const damageOf = async (
  store: Pick<FileStore, 'read'>,
  { file, size }: Found,
): Promise<Damage | null> => {
  if (size !== file.size) return 'size'
  const hash = createHash('sha256')
  for await (const chunk of await store.read(file.name)) hash.update(chunk as Buffer)
  return hash.digest('hex') === file.sha256 ? null : 'content'
}

const day = 24 * 60 * 60 * 1000

/** Serves only intact files. Verifies each once a day, and after a change. */
export const onlyIntact = (store: FileStore) => {
  const reading = new LRUCache<string, Promise<Damage | null>>({ max: 10_000, ttl: day })
  return async (found: Found): Promise<void> => {
    const key = `${found.file.name} ${found.version}`
    const known = reading.get(key) ?? damageOf(store, found)
    reading.set(key, known, { noUpdateTTL: true })
    const damage = await known.catch((error: unknown) => {
      reading.delete(key)
      throw error
    })
    if (damage === null) return
    reading.delete(key)
    throw new FileDamaged(found.file.name, damage)
  }
}
