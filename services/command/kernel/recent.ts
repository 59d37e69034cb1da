/**
 * A map that forgets what was not used lately: it keeps the latest `most` / 2 at least, and `most` at most.
 * Two generations, of which the older is dropped when the younger is full: to find the oldest entry of one
 * Map means passing every hole that those before it left.
 */
export const recent = <K, V>(most: number) => {
  const half = Math.ceil(most / 2)
  let young = new Map<K, V>()
  let old = new Map<K, V>()

  const set = (key: K, value: V): void => {
    young.set(key, value)
    if (young.size < half) return
    old = young
    young = new Map()
  }

  return {
    get: (key: K): V | undefined => {
      const found = young.get(key)
      if (found !== undefined) return found
      const before = old.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
    delete: (key: K): void => {
      young.delete(key)
      old.delete(key)
    },
    /** All that is kept, what was used longest ago first. */
    all: (): ReadonlyMap<K, V> => new Map([...old, ...young]),
  }
}
