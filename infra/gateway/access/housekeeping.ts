import type { Access } from './access.ts'

const keysEvery = 5000
const tidyEvery = 60 * 60_000

/** What is done beside the requests: keys rotated from the command line are taken up, old rows go. */
export const keepHouse = (access: Access, failed: (error: unknown) => void): (() => void) => {
  const refresh = () => {
    try {
      access.keys.refresh()
    } catch (error) {
      failed(error)
    }
  }
  const tidy = () =>
    void Promise.all([
      access.sessions.endExpired(),
      access.throttle.forgetOld(),
      access.log.forgetOld(),
    ]).catch(failed)

  const timers = [setInterval(refresh, keysEvery), setInterval(tidy, tidyEvery)]
  for (const timer of timers) timer.unref()
  tidy()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
