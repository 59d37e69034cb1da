import { spawnSync, type SpawnOptions } from 'node:child_process'
import { hash } from 'node:crypto'
import { statSync, chownSync } from 'node:fs'
import { dirname } from 'node:path'

/** A range that systemd's table of UIDs leaves unassigned. */
const first = 60_578
const last = 61_183

/** Has an account everywhere, but other daemons use it too. */
const nobody = 65_534

const hasAccount = (uid: number): boolean =>
  spawnSync('getent', ['passwd', String(uid)], { stdio: 'ignore' }).status === 0

/** For a start by root: the folder's owner, else a uid that has no account. */
export const ownUid = (folder: string): number => {
  const { uid: owner } = statSync(folder)
  if (owner !== 0 && owner !== nobody) return owner
  const count = last - first + 1
  const start = hash('sha256', folder, 'buffer').readUInt32BE() % count
  for (let n = 0; n < count; n++) {
    const uid = first + ((start + n) % count)
    if (!hasAccount(uid)) return uid
  }
  throw new Error(
    `Alle brukernumre fra ${first} til ${last} har en konto. Start som en vanlig bruker.`,
  )
}

/** initdb needs a uid with an account. */
export const accountUid = (folder: string): number => {
  const uid = ownUid(folder)
  return hasAccount(uid) ? uid : nobody
}

export type RunAs = {
  readonly prefix: readonly string[]
  readonly options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>
  /** Null means the current user. */
  readonly owner: number | null
}

const by = (owner: number | null, ...prefix: readonly string[]): RunAs => ({
  prefix,
  options: { cwd: '/' },
  owner,
})

const asUser = (uid: number): RunAs => ({ ...by(uid), options: { uid, gid: uid, cwd: '/' } })

const withCapability = (uid: number, capability: string): RunAs => {
  const capabilities = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
  return by(uid, 'setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', ...capabilities)
}

export const commandFor = (way: RunAs, program: string, args: readonly string[]) => {
  const [command = program, ...rest] = [...way.prefix, program, ...args]
  return { command, args: rest }
}

const works = (way: RunAs, postgres: string, dir: string): boolean => {
  const script = ['-c', 'cd "$1" && exec "$2" --version', 'sh', dir, postgres]
  const { command, args } = commandFor(way, '/bin/sh', script)
  return spawnSync(command, args, { ...way.options, stdio: 'ignore' }).status === 0
}

/** False if the uid is not mapped here, as in some containers. */
const tryChown = (folder: string, { owner }: RunAs): boolean => {
  try {
    chownSync(folder, owner ?? 0, owner ?? 0)
    return true
  } catch (error) {
    if (['EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * Postgres refuses to run as root. Runs as another user, if need be with a capability to pass through folders that
 * only root may enter (such as /root), or in a user namespace.
 */
export const runAs = (postgres: string, dir: string, uidFor: (dir: string) => number): RunAs => {
  if (process.getuid?.() !== 0) return by(null)
  const uid = uidFor(dir)
  const ways = [
    asUser(uid),
    withCapability(uid, 'dac_read_search'),
    withCapability(uid, 'dac_override'),
    by(null, 'unshare', '--user', '--map-user=1000', '--map-group=1000'),
  ]
  const folders = [dirname(dir), dir]
  const way = ways.find(
    (candidate) =>
      folders.every((folder) => tryChown(folder, candidate)) && works(candidate, postgres, dir),
  )
  if (way) return way
  throw new Error(
    'Postgres kan ikke kjøres som root, og en annen bruker kommer ikke til mappene her. ' +
      'Start som en vanlig bruker, eller legg prosjektet og DATA_DIR der alle brukere kan lese.',
  )
}
