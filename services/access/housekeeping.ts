import type { Access } from './access.ts'

const oftenEvery = 5000
const tidyEvery = 60 * 60_000

/** What is done beside the requests: keys rotated from the command line are taken up,
 * what was counted is written, old rows go. */
export const startHousekeeping = (
  access: Access,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const often = () => {
    try {
      access.keys.refresh()
    } catch (error) {
      failed(error)
    }
    access.log.flush().catch(failed)
  }
  const tidy = () =>
    void Promise.all([
      access.sessions.endExpired(),
      access.throttle.forgetOld(),
      access.log.forgetOld(),
    ]).catch(failed)

  const timers = [setInterval(often, oftenEvery), setInterval(tidy, tidyEvery)]
  for (const timer of timers) timer.unref()
  tidy()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await access.log.flush()
  }
}
