import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { accountUid, ownUid, commandFor, type RunAs, runAs } from './run-as.ts'

export const user = 'stykkliste'

/** The password goes through a pipe, so that it never lies in a file of another user. */
const initdb = async (
  program: string,
  folder: string,
  password: string,
  way: RunAs,
  quick: boolean,
): Promise<void> => {
  // The builtin locale knows upper and lower case of every letter and does not hang on the machine's.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const { command, args } = commandFor(way, '/bin/sh', [
    '-c',
    'cat | "$0" --pwfile=/dev/stdin "$@"',
    program,
    `--pgdata=${folder}`,
    `--username=${user}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    ...(quick ? ['--no-sync', '--wal-segsize=1'] : []),
  ])
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  const running = promisify(execFile)(command, args, { ...way.options, env })
  // If it ended first, how it ended is what to say.
  running.child.stdin!.on('error', () => undefined).end(password)
  await running
}

const own = (path: string, way: RunAs, mode: number): void => {
  chmodSync(path, mode)
  if (way.owner !== null) chownSync(path, way.owner, way.owner)
}

/** For what initdb made, and for a cluster of a release that ran Postgres as `nobody`. */
const ownAll = (folder: string, { owner }: RunAs): void => {
  if (owner === null || statSync(folder).uid === owner) return
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true }))
    lchownSync(join(folder, name), owner, owner)
  // Last: it says of all that is in it whose it is.
  lchownSync(folder, owner, owner)
}

/** The password is put in place last: one that is there belongs to a cluster, and is never written over. */
const initialise = async (root: string, programs: Binaries, quick: boolean): Promise<void> => {
  const { folder, password, unfinished } = pathsIn(root)
  const maker = runAs(programs.postgres, root, accountUid)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  own(unfinished, maker, 0o700)
  const secret = randomBytes(24).toString('base64url')
  await initdb(programs.initdb, unfinished, secret, maker, quick)
  ownAll(unfinished, runAs(programs.postgres, root, ownUid))
  writeFileSync(`${password}.new`, secret, { mode: 0o600, flush: true })
  renameSync(unfinished, folder)
}

const pathsIn = (root: string) => ({
  folder: join(root, 'cluster'),
  password: join(root, 'password'),
  unfinished: join(root, 'unfinished'),
})

/** What is damaged, or only half there: it can be mended as long as nothing is made over it. */
const faultIn = (
  { folder, password }: ReturnType<typeof pathsIn>,
  isMade: boolean,
): string | undefined => {
  const hasPassword = existsSync(password)
  if (isMade && !hasPassword && !existsSync(`${password}.new`))
    return `passordet til databasen, ${password}, er borte`
  if (isMade) return undefined
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return `${folder} er ikke tom, men mangler PG_VERSION`
  if (hasPassword) return `databasen i ${folder} er borte, men passordet til den ligger der ennå`
  return undefined
}

/** The cluster below `root`, made at first use: a folder of its own, a random password, scram only. */
export const openCluster = async (root: string, programs: Binaries, quick: boolean) => {
  mkdirSync(root, { recursive: true })
  const paths = pathsIn(root)
  const { folder, password } = paths
  const isMade = existsSync(join(folder, 'PG_VERSION'))
  const fault = faultIn(paths, isMade)
  if (fault !== undefined)
    throw new Error(
      `Databasen er ikke hel: ${fault}. Ingenting er endret. Hent mappen ${root} tilbake fra en sikkerhetskopi.`,
    )
  if (!isMade) await initialise(root, programs, quick)
  const way = runAs(programs.postgres, root, ownUid)
  own(root, way, 0o700)
  ownAll(folder, way)
  // Also where a start was cut off between the two.
  if (!existsSync(password)) renameSync(`${password}.new`, password)
  return { folder, runAs: way, password: readFileSync(password, 'utf8').trim() }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
