import { readdirSync, readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly parent: number; readonly command: string }

const parts: Readonly<Record<string, string>> = {
  'services/command/main.ts': 'command',
  'services/projector/main.ts': 'projector',
  'infra/eventstore/main.ts': 'event store',
  'infra/gateway/main.ts': 'gateway',
  'infra/start.ts': 'supervisor',
}
const nameOf = ({ command }: Process) =>
  Object.entries(parts).find(([script]) => command.includes(script))?.[1] ??
  (command.includes('postgres') ? 'Postgres' : undefined)

const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8')

const processes = (): Process[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const pid = Number(name)
      const parent = Number(/PPid:\t(\d+)/.exec(statusOf(pid))?.[1])
      return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
    } catch {
      // Ended while we looked.
      return []
    }
  })

const descendants = (of: number): Process[] => {
  const all = processes()
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(of)
}

/** Memory that only this process has, and its share of what several have: so shared buffers count once. */
const proportional = (pid: number) =>
  Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024

const measured = (one: Process) => {
  try {
    return one.command.includes('postgres') ? proportional(one.pid) : resident(one.pid)
  } catch {
    return 0
  }
}

/** How many megabytes each part of the system below this process has now; Postgres' processes together. */
const memoryNow = (): Map<string, number> => {
  const now = new Map<string, number>()
  for (const one of descendants(process.pid)) {
    const name = nameOf(one)
    if (name) now.set(name, (now.get(name) ?? 0) + measured(one))
  }
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
