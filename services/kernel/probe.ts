type Options = {
  readonly check: () => Promise<unknown>
  readonly reason: string
  readonly every?: number
  readonly timeout?: number
}

/** Checks once a second. A check that takes longer than `timeout` counts as failed. */
export const createProbe = ({ check, reason, every = 1_000, timeout = 2_000 }: Options) => {
  let works = true
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const failed = () => {
    works = false
  }
  const look = async (): Promise<void> => {
    const late = setTimeout(failed, timeout)
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
    failure: () => (works ? null : reason),
    /** For callers that saw a failure themselves. Lasts until the next successful check. */
    failed,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

export type Probe = ReturnType<typeof createProbe>
