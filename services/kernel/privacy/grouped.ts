/**
 * Many asks by one question: what is asked while an answer is under way goes together into the next
 * question, each key once.
 */
export const grouped = <K, V>(ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) => {
  let next = new Map<K, PromiseWithResolvers<V>>()
  let isAsking = false

  const askAll = async (): Promise<void> => {
    isAsking = true
    while (next.size > 0) {
      const group = next
      next = new Map()
      try {
        const answers = await ask([...group.keys()])
        for (const [key, { resolve }] of group) resolve(answers.get(key)!)
      } catch (error) {
        for (const { reject } of group.values()) reject(error)
      }
    }
    isAsking = false
  }

  return (key: K): Promise<V> => {
    const asked = next.get(key) ?? Promise.withResolvers<V>()
    next.set(key, asked)
    if (!isAsking) void askAll()
    return asked.promise
  }
}
