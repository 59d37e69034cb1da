import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Child = { readonly name: string; readonly pid: number }

/** Megabytes: now, and at most since the process began. Linux only. */
const memoryOf = (pid: number): { readonly now: number; readonly most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (key: string) =>
    Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

/** What the services of the system on a data folder hold in memory, by name, and whether any was started again. */
export const watchMemory = (dataDir: string) => {
  const path = join(dataDir, 'children.json')
  const pids = new Map<string, Set<number>>()
  const look = (): readonly Child[] => {
    const children: readonly Child[] = existsSync(path)
      ? JSON.parse(readFileSync(path, 'utf8') || '[]')
      : []
    for (const { name, pid } of children) {
      const known = pids.get(name)
      if (known) known.add(pid)
      else pids.set(name, new Set([pid]))
    }
    return children
  }
  const looking = setInterval(look, 200)
  return {
    look: () => new Map(look().map(({ name, pid }) => [name, memoryOf(pid)])),
    /** Names of those that ended and were started again. */
    stop: (): readonly string[] => {
      clearInterval(looking)
      return [...pids].filter(([, own]) => own.size > 1).map(([name]) => name)
    },
  }
}
