import { LRUCache } from 'lru-cache'
import type { FileKind } from '#contracts/fields.ts'
import type { FileCheck } from '#command/catalogue/needs.ts'
import { nameIn } from '#command/catalogue/streams.ts'
import { FileDamaged } from './damage.ts'
import type { FileStore, StoredFile } from './store.ts'
import { fileKinds, inMegabytes } from './types.ts'

/** A record may only name files that are there, of a type and size that its field takes. */
export const fileCheck = (store: FileStore) => {
  const known = new LRUCache<string, StoredFile>({ max: 10_000 })
  const find = async (name: string): Promise<StoredFile | undefined> =>
    known.get(name) ?? (await store.find(name))?.file
  const judge = (file: StoredFile, kind: FileKind): string | null => {
    const { types, names, most } = fileKinds[kind]
    if (!types.includes(file.type)) return `Filtypen kan ikke brukes her. Velg ${names}`
    return file.size > most ? `Filen er for stor: høyst ${inMegabytes(most)}` : null
  }
  const check: FileCheck = async (path, kind) => {
    const name = nameIn(path)
    try {
      const file = await find(name)
      if (!file) return 'Filen må lastes opp først'
      known.set(name, file)
      return judge(file, kind)
    } catch (error) {
      if (error instanceof FileDamaged) return 'Filen er skadet og må lastes opp på nytt'
      throw error
    }
  }
  return { check, forget: (name: string) => known.delete(name) }
}
