import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { administrator } from '#infra/testing/blackbox/system.ts'
import { signIn, type Client } from '#infra/rest/client.ts'
import type { Acknowledged, Ledger } from './ledger.ts'
import type { Target } from './target.ts'

export const cycleIn = (
  links: ReadonlyMap<number, readonly number[]>,
): readonly number[] | null => {
  const done = new Set<number>()
  const walk = (id: number, path: readonly number[]): readonly number[] | null => {
    if (path.includes(id)) return [...path, id]
    if (done.has(id)) return null
    for (const child of links.get(id) ?? []) {
      const cycle = walk(child, [...path, id])
      if (cycle) return cycle
    }
    done.add(id)
    return null
  }
  for (const id of links.keys()) {
    const cycle = walk(id, [])
    if (cycle) return cycle
  }
  return null
}

const root = join(import.meta.dirname, '..', '..', '..')

const differences = async (
  client: Client,
  { path, notes, commands }: Acknowledged,
): Promise<string[]> => {
  const { status, headers, body } = await client('GET', path)
  if (status !== 200) return [`${path} was acknowledged, and is answered ${status}`]
  const found = (body['data'] as { notes: string }).notes
  // Other writers' links also increase an assembly's version, so it is not checked.
  const isOwn = !path.startsWith('/api/assemblytypes/')
  const version = Number(headers.get('etag')?.replaceAll('"', ''))
  return [
    ...(found === notes ? [] : [`${path} has "${found}", and "${notes}" was acknowledged`]),
    ...(!isOwn || version === commands - 1
      ? []
      : [`${path} has version ${version} after ${commands} commands`]),
  ]
}

const countOf = async (client: Client, entity: string): Promise<number> => {
  const { headers } = await client('GET', `/api/${entity}?limit=1`)
  return Number(headers.get('x-total-count'))
}

const wrongCounts = async (client: Client, ledger: Ledger): Promise<string[]> => {
  const expected = {
    componenttypes: ledger.idsOf('componenttypes').length,
    assemblytypes: ledger.idsOf('assemblytypes').length,
    suppliers: ledger.imported,
  }
  const faults: string[] = []
  for (const [entity, count] of Object.entries(expected)) {
    const found = await countOf(client, entity)
    if (found !== count) faults.push(`${found} ${entity}, and ${count} were acknowledged`)
  }
  return faults
}

const linksOf = async (client: Client, parent: number): Promise<readonly number[]> => {
  const { body } = await client('GET', `/api/assemblytypes/${parent}/subassemblies`)
  return (body['data'] as { childAssemblyId: number }[]).map((link) => link.childAssemblyId)
}

const wrongLinks = async (client: Client, ledger: Ledger): Promise<string[]> => {
  const links = new Map<number, readonly number[]>()
  for (const id of ledger.idsOf('assemblytypes')) links.set(id, await linksOf(client, id))
  const faults: string[] = []
  for (const [id, found] of links) {
    const expected = [...(ledger.links.get(id) ?? [])].toSorted((a, b) => a - b)
    if (found.toSorted((a, b) => a - b).join() !== expected.join())
      faults.push(`assembly ${id} holds ${found.join()}, and ${expected.join()} were acknowledged`)
  }
  const cycle = cycleIn(links)
  return cycle ? [...faults, `a cycle: ${cycle.join(' > ')}`] : faults
}

/** Enters the mount namespace of the supervisor if the system has its own disk. */
const verified = ({ dataDir, disk, supervisor }: Target): Promise<string[]> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: disk?.dataDir ?? dataDir }
    const verify = [process.execPath, join(root, 'infra', 'scripts', 'verify.ts')]
    const enter = disk ? ['nsenter', '--mount', '--target', String(supervisor())] : []
    const [command = '', ...args] = [...enter, ...verify]
    execFile(command, args, { cwd: root, env }, (error, said) =>
      resolve(error ? [`verify: ${said} ${error.message}`] : []),
    )
  })

export const faultsAfter = async (target: Target, ledger: Ledger): Promise<string[]> => {
  const client = await signIn(target.base, administrator.username, administrator.password)
  const faults: string[] = []
  for (const kept of ledger.records.values()) faults.push(...(await differences(client, kept)))
  return [
    ...faults,
    ...(await wrongCounts(client, ledger)),
    ...(await wrongLinks(client, ledger)),
    ...(await verified(target)),
  ]
}
