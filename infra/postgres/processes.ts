import { execFileSync, type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** False for a zombie. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = procFile(pid, 'stat')
  return stat === null || stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
}

const procFile = (pid: number, name: string): string | null => {
  if (!existsSync('/proc/self/stat')) return null
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

const ps = (pid: number, column: string): string => {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Empty if there is no such process. */
export const commandLine = (pid: number): string =>
  procFile(pid, 'cmdline')?.replaceAll('\0', ' ').trim() ?? ps(pid, 'command')

/** In the platform's own format. Together with the pid it identifies a process. */
export const startedAt = (pid: number): string => {
  const stat = procFile(pid, 'stat')
  if (stat === null) return ps(pid, 'lstart')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

const parentOf = (pid: number): number => {
  const stat = procFile(pid, 'stat')
  return stat ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : 0
}

export const childrenOf = (pid: number): number[] => {
  if (procFile(pid, 'stat') !== null)
    return readdirSync('/proc')
      .map(Number)
      .filter((each) => each > 0 && parentOf(each) === pid)
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}

export const killWithChildren = (pid: number): void => {
  for (const each of [pid, ...childrenOf(pid)].filter((found) => found > 0))
    try {
      process.kill(each, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((done) => {
    child.once('exit', (code, signal) => done({ code, signal }))
    child.once('error', () => done({ code: null, signal: null }))
  })

/** Sends the signals one after the other, `within` milliseconds apart. */
export const endChild = async (
  child: ChildProcess,
  exited: Promise<Exit>,
  within: number,
  signals: readonly NodeJS.Signals[],
): Promise<void> => {
  for (const signal of signals) {
    child.kill(signal)
    if (await Promise.race([exited, sleep(within, null, { ref: false })])) return
  }
  await exited
}

export const endedWithin = async (pid: number, within: number): Promise<boolean> => {
  const end = Date.now() + within
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await sleep(20)
  }
  return true
}

/**
 * Works even after kill -9: a shell reads from a pipe that only we hold open, and interrupts the process when it
 * closes.
 */
export const stopWithParent = (pid: number): (() => void) => {
  const script = 'read -r word; [ "$word" = released ] || kill -INT "$1"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.stdin.on('error', () => undefined)
  shell.on('error', () => undefined)
  shell.unref()
  ;(shell.stdin as unknown as { unref?: () => void }).unref?.()
  return () => void shell.stdin.end('released\n')
}
