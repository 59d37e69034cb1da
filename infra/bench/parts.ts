import { readdirSync, readFileSync } from 'node:fs'

export type Part = { readonly pid: number; readonly name: string }
type Process = { readonly pid: number; readonly parent: number; readonly command: string }

const scripts: Readonly<Record<string, string>> = {
  'services/command/main.ts': 'command',
  'services/projector/main.ts': 'projector',
  'infra/eventstore/main.ts': 'event store',
  'infra/gateway/main.ts': 'gateway',
  'infra/start.ts': 'supervisor',
}

/** Those of Postgres call themselves by what they serve: "postgres: user database address state". */
const ofPostgres = (command: string, byDatabase: boolean) => {
  const database = byDatabase && /postgres: \S+ (\S+) \S+\(\d+\)/.exec(command)?.[1]
  return database ? `Postgres ${database}` : 'Postgres'
}
const nameOf = ({ command }: Process, byDatabase: boolean) =>
  Object.entries(scripts).find(([script]) => command.includes(script))?.[1] ??
  (command.includes('postgres') ? ofPostgres(command, byDatabase) : undefined)

export const statusOf = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8')

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

/** The processes of the system below this one, each by what it is; those of Postgres apart if asked. */
export const parts = (byDatabase = false): readonly Part[] =>
  descendants(process.pid).flatMap((one) => {
    const name = nameOf(one, byDatabase)
    return name ? [{ pid: one.pid, name }] : []
  })
