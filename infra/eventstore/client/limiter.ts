/** Lets so many run at a time; the others wait in turn, each no longer than it says. */
export const limiter = (places: number) => {
  let free = places
  let closed: PromiseWithResolvers<void> | undefined
  const waiting: (() => void)[] = []

  const enter = (withinMs: number): Promise<boolean> => {
    if (closed) return Promise.resolve(false)
    if (free > 0) {
      free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(late)
        resolve(true)
      }
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(admit), 1)
        resolve(false)
      }, withinMs)
      waiting.push(admit)
    })
  }

  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else if (++free === places) closed?.resolve()
  }

  /** Lets no one in any more, and resolves when all who came before have left. */
  const close = (): Promise<void> => {
    closed ??= Promise.withResolvers()
    if (free === places) closed.resolve()
    return closed.promise
  }

  return { enter, leave, close }
}
