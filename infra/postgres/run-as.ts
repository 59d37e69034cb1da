import { spawnSync, type SpawnOptions } from 'node:child_process'
import { chownSync } from 'node:fs'
import { dirname } from 'node:path'

/** A way to run Postgres: words put before the command, and the user to change to. */
export type RunAs = {
  readonly prefix: readonly string[]
  readonly options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>
  /** Who must own the files; null: whoever runs this. */
  readonly owner: number | null
}

const plain: RunAs = { prefix: [], options: { cwd: '/' }, owner: null }

const asUser = (uid: number): RunAs => ({
  prefix: [],
  options: { uid, gid: uid, cwd: '/' },
  owner: uid,
})

const withCapability = (uid: number, capability: string): RunAs => ({
  prefix: [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ],
  options: { cwd: '/' },
  owner: uid,
})

const inNamespace: RunAs = {
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
  options: { cwd: '/' },
  owner: null,
}

/** What to spawn so that a program runs that way. */
export const commandFor = (
  way: RunAs,
  program: string,
  args: readonly string[],
): { readonly command: string; readonly args: string[] } => {
  const [command = program, ...rest] = [...way.prefix, program, ...args]
  return { command, args: rest }
}

const works = (way: RunAs, postgres: string, dir: string): boolean => {
  const script = ['-c', 'cd "$1" && exec "$2" --version', 'sh', dir, postgres]
  const { command, args } = commandFor(way, '/bin/sh', script)
  return spawnSync(command, args, { ...way.options, stdio: 'ignore' }).status === 0
}

/** False where the system has no such user to give it to, as in some containers. */
const give = (folder: string, { owner }: RunAs): boolean => {
  try {
    chownSync(folder, owner ?? 0, owner ?? 0)
    return true
  } catch (error) {
    if (['EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/**
 * Postgres refuses to run as root. Started by root it runs as another user, who owns its folder and the one above,
 * since only the owner may pass; where these lie below one that only root may enter (as /root), with leave to
 * pass through; else in a user namespace.
 */
export const runAs = (postgres: string, dir: string, uidFor: (dir: string) => number): RunAs => {
  if (process.getuid?.() !== 0) return plain
  const uid = uidFor(dir)
  const ways = [
    asUser(uid),
    withCapability(uid, 'dac_read_search'),
    withCapability(uid, 'dac_override'),
    inNamespace,
  ]
  const folders = [dirname(dir), dir]
  const way = ways.find(
    (candidate) =>
      folders.every((folder) => give(folder, candidate)) && works(candidate, postgres, dir),
  )
  if (way) return way
  throw new Error(
    'Postgres kan ikke kjøres som root, og en annen bruker kommer ikke til mappene her. ' +
      'Start som en vanlig bruker, eller legg prosjektet og DATA_DIR der alle brukere kan lese.',
  )
}
