import { setTimeout as sleep } from 'node:timers/promises'
import { askHealth } from './health.ts'

type Watched = { readonly pid: number | undefined }

const every = 5000
const patience = 60_000

/**
 * Ends a process that once answered and then is silent for a minute: it hangs, and is started anew.
 * One that answers "not ready" is alive and left alone.
 */
export const watchLiveness = async (
  url: string,
  current: () => Watched | null,
  hangs: () => void,
  signal: AbortSignal,
): Promise<void> => {
  let lastAnswer: number | null = null
  let watched: Watched | null = null
  while (!signal.aborted) {
    await sleep(every, undefined, { ref: false })
    if (current() !== watched) {
      watched = current()
      lastAnswer = null
    }
    if ((await askHealth(url)).answered) lastAnswer = Date.now()
    const silent = lastAnswer !== null && Date.now() - lastAnswer > patience
    if (!silent || signal.aborted || current() !== watched || !watched?.pid) continue
    hangs()
    process.kill(watched.pid, 'SIGKILL')
  }
}
