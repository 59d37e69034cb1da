/** A map that forgets what was not used for longest once it holds more than `most`. */
export const recent = <K, V>(most: number) => {
  const kept = new Map<K, V>()
  return {
    get: (key: K): V | undefined => {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set: (key: K, value: V): void => {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value!)
    },
    delete: (key: K): void => void kept.delete(key),
    get size() {
      return kept.size
    },
  }
}
