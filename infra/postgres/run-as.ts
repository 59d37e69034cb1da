import { spawnSync, type SpawnOptions } from 'node:child_process'

/** A way to run Postgres: words put before the command, and the user to change to. */
export type RunAs = {
  readonly prefix: readonly string[]
  readonly options: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>
  /** Who must own the files; null: whoever runs this. */
  readonly owner: number | null
}

const nobody = 65534

const plain: RunAs = { prefix: [], options: { cwd: '/' }, owner: null }
const asNobody: RunAs = {
  prefix: [],
  options: { uid: nobody, gid: nobody, cwd: '/' },
  owner: nobody,
}

const withCapability = (capability: string): RunAs => ({
  prefix: [
    'setpriv',
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ],
  options: { cwd: '/' },
  owner: nobody,
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

/**
 * Postgres refuses to run as root. Started by root it runs as nobody; where the folders lie below one
 * that only root may enter (as /root), with leave to pass through; else in a user namespace.
 */
export const runAs = (postgres: string, dir: string): RunAs => {
  if (process.getuid?.() !== 0) return plain
  const ways = [
    asNobody,
    withCapability('dac_read_search'),
    withCapability('dac_override'),
    inNamespace,
  ]
  const way = ways.find((candidate) => works(candidate, postgres, dir))
  if (way) return way
  throw new Error(
    'Postgres kan ikke kjøres som root, og en annen bruker kommer ikke til mappene her. ' +
      'Start som en vanlig bruker, eller legg prosjektet og DATA_DIR der alle brukere kan lese.',
  )
}
