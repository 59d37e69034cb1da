type Options = {
  readonly check: () => Promise<unknown>
  readonly reason: string
  readonly every?: number
  readonly within?: number
}

/** Tries every second whether something works, and knows within two more when it hangs. */
export const createProbe = ({ check, reason, every = 1_000, within = 2_000 }: Options) => {
  let works = true
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const failed = () => {
    works = false
  }
  const look = async (): Promise<void> => {
    const late = setTimeout(failed, within)
    try {
      await check()
      works = true
    } catch {
      works = false
    }
    clearTimeout(late)
    if (!stopped) timer = setTimeout(() => void look(), every).unref()
  }
  void look()
  return {
    /** Why it does not work now; null when it does. */
    failure: () => (works ? null : reason),
    /** Somebody else saw it fail: so it is, until it has been seen to work again. */
    failed,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

export type Probe = ReturnType<typeof createProbe>
