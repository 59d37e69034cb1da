import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { commandFor, runAs, type RunAs } from './run-as.ts'

export const user = 'stykkliste'

export type Cluster = {
  /** The folder that Postgres calls its data directory. */
  readonly folder: string
  readonly password: string
  readonly runAs: RunAs
}

const own = (path: string, way: RunAs, mode: number): void => {
  chmodSync(path, mode)
  if (way.owner !== null) chownSync(path, way.owner, way.owner)
}

/** Written beside and renamed, so that a password without a cluster, or half of one, cannot be left. */
const initialise = async (
  root: string,
  folder: string,
  { initdb }: Binaries,
  way: RunAs,
  quick: boolean,
): Promise<void> => {
  const unfinished = join(root, 'unfinished')
  const password = join(root, 'password')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  own(unfinished, way, 0o700)
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  own(password, way, 0o600)
  // The builtin locale knows upper and lower case of every letter and does not hang on the machine's.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const { command, args } = commandFor(way, initdb, [
    `--pgdata=${unfinished}`,
    `--username=${user}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    ...(quick ? ['--no-sync', '--wal-segsize=1'] : []),
  ])
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  await promisify(execFile)(command, args, { ...way.options, env })
  renameSync(unfinished, folder)
}

/** The cluster below `root`, made at first use: a folder of its own, a random password, scram only. */
export const openCluster = async (
  root: string,
  programs: Binaries,
  quick: boolean,
): Promise<Cluster> => {
  mkdirSync(root, { recursive: true })
  const way = runAs(programs.postgres, root)
  own(root, way, 0o700)
  const folder = join(root, 'cluster')
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(root, folder, programs, way, quick)
  return { folder, runAs: way, password: readFileSync(join(root, 'password'), 'utf8').trim() }
}
