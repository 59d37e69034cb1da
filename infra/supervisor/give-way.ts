import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Weighs a third of what others do, who want the same processor at the same moment; alone it gets all. */
export const niceness = 5

/** Who may not set all priorities may set one in a tenth of a second. */
const pause = 120
const tries = 20

const write = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.write(text)
  } finally {
    await file.close()
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** Until it is done; a machine without such sessions, and a process that has ended, have no such file. */
const niceSession = async (pid: number, left = tries): Promise<void> => {
  try {
    await write(`/proc/${pid}/autogroup`, String(niceness))
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return
    if (codeOf(error) !== 'EAGAIN' || left === 0) throw error
    await sleep(pause)
    await niceSession(pid, left - 1)
  }
}

/**
 * Lets a process that works through much wait for those that somebody waits for. Linux weighs sessions
 * against each other before the processes of each (sched(7), "autogroup"), and a service is a session
 * of its own: its nice value alone would change nothing.
 */
export const giveWay = async (pid: number): Promise<void> => {
  setPriority(pid, niceness)
  await niceSession(pid)
}
