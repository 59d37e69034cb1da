/** Lets so many run at a time; the others wait in turn, each no longer than it says. */
export const limiter = (places: number) => {
  let free = places
  const waiting: (() => void)[] = []

  const enter = (withinMs: number): Promise<boolean> => {
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
    else free++
  }

  return { enter, leave }
}
