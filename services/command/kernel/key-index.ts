import { normalKey } from '#contracts/text.ts'
import { column } from './column.ts'

/**
 * Which records may hold a text, by its hash: 12 bytes per record instead of a map of strings. Texts that
 * share a hash are told apart by whoever asks, who needs the record anyway.
 */
export type KeyIndex = {
  /** The text a record holds from now on; null takes it out. */
  readonly put: (id: number, text: string | null) => void
  readonly candidates: (text: string) => number[]
  /** The hash of each record, from which the rest is made again. */
  readonly dump: () => Int32Array
  readonly load: (hashes: Int32Array) => void
}

/** FNV-1a; 0 stands for no key. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  const normal = normalKey(text)
  for (let i = 0; i < normal.length; i++) hash = Math.imul(hash ^ normal.charCodeAt(i), 0x01000193)
  return hash | 0 || 1
}

export const keyIndex = (): KeyIndex => {
  const hashes = column()
  const next = column()
  let heads = new Int32Array(1024)
  let count = 0

  const bucket = (hash: number) => (hash ^ (hash >>> 15)) & (heads.length - 1)
  const link = (id: number, hash: number) => {
    const at = bucket(hash)
    next.set(id, heads[at]!)
    heads[at] = id
    count++
  }
  const unlink = (id: number, hash: number) => {
    const at = bucket(hash)
    let previous = 0
    for (let one = heads[at]!; one !== id; one = next.get(one)) previous = one
    if (previous === 0) heads[at] = next.get(id)
    else next.set(previous, next.get(id))
    count--
  }
  const grow = () => {
    heads = new Int32Array(heads.length * 4)
    count = 0
    hashes.values().forEach((hash, id) => {
      if (hash !== 0) link(id, hash)
    })
  }

  return {
    put: (id, text) => {
      const before = hashes.get(id)
      const hash = text === null ? 0 : hashOf(text)
      if (before === hash) return
      if (before !== 0) unlink(id, before)
      if (hash !== 0) {
        if (count >= heads.length) grow()
        link(id, hash)
      }
      hashes.set(id, hash)
    },
    candidates: (text) => {
      const hash = hashOf(text)
      let found: number[] = []
      for (let id = heads[bucket(hash)]!; id !== 0; id = next.get(id)) {
        if (hashes.get(id) !== hash) continue
        // Of one mostly: an empty array that is pushed to gets room for many.
        if (found.length === 0) found = [id]
        else found.push(id)
      }
      return found.length > 1 ? found.sort((a, b) => a - b) : found
    },
    dump: () => hashes.values(),
    load: (values) => {
      hashes.load(values)
      let size = 1024
      while (size < values.length) size *= 4
      heads = new Int32Array(size)
      count = 0
      values.forEach((hash, id) => {
        if (hash !== 0) link(id, hash)
      })
    },
  }
}
