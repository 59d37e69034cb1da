import type { Keyring } from './keyring.ts'

/** By then the read tables have followed; and once more for when they were behind. */
const delays = [3_000, 60_000]

/** Clears the database's files of what was erased, some seconds after, once for all that was erased by then. */
export const scrubber = (keyring: Keyring | undefined, onFault: (error: unknown) => void) => {
  let timers: NodeJS.Timeout[] = []
  let running: Promise<void> = Promise.resolve()

  const scrub = () => {
    running = running.then(() => keyring?.scrub()).catch(onFault)
    return running
  }
  return {
    soon: (): void => {
      timers.forEach(clearTimeout)
      timers = delays.map((delay) => setTimeout(() => void scrub(), delay).unref())
    },
    stop: async (): Promise<void> => {
      timers.forEach(clearTimeout)
      if (timers.length > 0) await scrub()
      await running
    },
  }
}
