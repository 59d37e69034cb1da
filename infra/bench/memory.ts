import { readFileSync } from 'node:fs'
import { parts, statusOf, type Part } from './parts.ts'

/** Memory that only this process has, and its share of what several have: so shared buffers count once. */
const proportional = (pid: number) =>
  Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
const inStatus = (pid: number, key: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${key}:\\s+(\\d+)`).exec(statusOf(pid))?.[1] ?? 0) / 1024

const measured = ({ name, pid }: Part, key: 'VmRSS' | 'VmHWM') => {
  try {
    return name === 'Postgres' ? proportional(pid) : inStatus(pid, key)
  } catch {
    return 0
  }
}

/** How many megabytes each part of a system has; Postgres' processes together, and now. */
const memoryOf = (running: readonly Part[], key: 'VmRSS' | 'VmHWM' = 'VmRSS') => {
  const now = new Map<string, number>()
  for (const one of running) now.set(one.name, (now.get(one.name) ?? 0) + measured(one, key))
  return now
}

const often = 500

/** Watches memory, where there is a /proc to tell of it. */
export const watchMemory = () => {
  let most = new Map<string, number>()
  const pids = new Map<string, Set<number>>()
  const look = (): ReadonlyMap<string, number> => {
    if (process.platform !== 'linux') return new Map()
    const running = parts()
    for (const { name, pid } of running) pids.set(name, (pids.get(name) ?? new Set()).add(pid))
    const now = memoryOf(running)
    for (const [name, megabytes] of now) most.set(name, Math.max(most.get(name) ?? 0, megabytes))
    return now
  }
  const timer = setInterval(look, often)
  return {
    now: look,
    /** The most that each service has had since it began. */
    peak: (): ReadonlyMap<string, number> => memoryOf(parts(), 'VmHWM'),
    /** The most since the last time it was asked. */
    most: (): ReadonlyMap<string, number> => {
      const until = most
      most = new Map()
      return until
    },
    /** Services that ended and were started again. */
    startedAgain: (): readonly string[] =>
      [...pids].flatMap(([name, own]) => (own.size > 1 && name !== 'Postgres' ? [name] : [])),
    stop: () => clearInterval(timer),
  }
}
