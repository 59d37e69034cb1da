import { readFileSync } from 'node:fs'
import { parts, statusOf, type Part } from './parts.ts'

/** Memory that only this process has, and its share of what several have: so shared buffers count once. */
const proportional = (pid: number) =>
  Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024

const measured = ({ name, pid }: Part) => {
  try {
    return name === 'Postgres' ? proportional(pid) : resident(pid)
  } catch {
    return 0
  }
}

/** How many megabytes each part of the system below this process has now; Postgres' processes together. */
const memoryNow = (): Map<string, number> => {
  const now = new Map<string, number>()
  for (const one of parts()) now.set(one.name, (now.get(one.name) ?? 0) + measured(one))
  return now
}

const often = 500

/** Watches memory, where there is a /proc to tell of it. `most` is the most since the last time it was asked. */
export const watchMemory = () => {
  let most = new Map<string, number>()
  const look = () => {
    for (const [name, megabytes] of memoryNow())
      most.set(name, Math.max(most.get(name) ?? 0, megabytes))
  }
  const timer = process.platform === 'linux' ? setInterval(look, often) : undefined
  return {
    most: (): ReadonlyMap<string, number> => {
      const until = most
      most = new Map()
      return until
    },
    stop: () => clearInterval(timer),
  }
}
