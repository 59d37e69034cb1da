import { readdirSync, readFileSync } from 'node:fs'
import { parts } from './parts.ts'

type Process = { readonly pid: number; readonly parent: number; readonly ms: number }

/** A tick is 10 ms on every Linux that Node runs on. */
const tick = 10

const processIn = (folder: string): Process | undefined => {
  try {
    const stat = readFileSync(`/proc/${folder}/stat`, 'utf8')
    // The name in brackets may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ms = (Number(fields[11]) + Number(fields[12])) * tick
    return { pid: Number(folder), parent: Number(fields[1]), ms }
  } catch (error) {
    // It has ended meanwhile.
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code)))
      return undefined
    throw error
  }
}

const processes = (): readonly Process[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((name) => processIn(name) ?? [])
    : []

/** Milliseconds of processor time of a process, and of those below it; 0 where the system does not tell. */
export const cpuOf = (pid: number): { readonly own: number; readonly below: number } => {
  const all = processes()
  const below = (parent: number): number =>
    all
      .filter((one) => one.parent === parent)
      .reduce((sum, one) => sum + one.ms + below(one.pid), 0)
  return { own: all.find((one) => one.pid === pid)?.ms ?? 0, below: below(pid) }
}

const partsNow = (): Map<number, { readonly name: string; readonly ms: number }> => {
  const { user, system } = process.cpuUsage()
  const own = { name: 'this process', ms: (user + system) / 1_000 }
  const others = parts(true).flatMap(({ pid, name }) => {
    const ms = processIn(String(pid))?.ms
    return ms === undefined ? [] : [[pid, { name, ms }] as const]
  })
  return new Map([[process.pid, own], ...others])
}

/** Milliseconds of processor time that each part of the system below this process has used since. */
export const cpuSince = (): (() => ReadonlyMap<string, number>) => {
  const before = process.platform === 'linux' ? partsNow() : new Map()
  return () => {
    const used = new Map<string, number>()
    if (process.platform !== 'linux') return used
    for (const [pid, { name, ms }] of partsNow())
      used.set(name, (used.get(name) ?? 0) + ms - (before.get(pid)?.ms ?? 0))
    return used
  }
}
