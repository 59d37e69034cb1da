/** Lets so many go at once. What one of them throws is thrown to whoever comes next, or waits for the end. */
export const pool = (width: () => number) => {
  let inFlight = 0
  let fault: { error: unknown } | undefined
  let wake: (() => void) | undefined

  const wait = () => new Promise<void>((resolve) => (wake = resolve))
  const check = () => {
    if (fault) throw fault.error
  }
  const go = async (run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      fault ??= { error }
    }
    inFlight--
    wake?.()
  }
  return {
    enter: async (run: () => Promise<void>): Promise<void> => {
      while (inFlight >= Math.max(1, width()) && !fault) await wait()
      check()
      inFlight++
      void go(run)
    },
    empty: async (): Promise<void> => {
      while (inFlight > 0) await wait()
      check()
    },
  }
}
