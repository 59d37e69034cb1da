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

/** The password goes through a pipe, so that it is never in a file that another user owns. */
const initdb = async (
  program: string,
  folder: string,
  password: string,
  way: RunAs,
  quick: boolean,
): Promise<void> => {
  // The builtin locale knows all letters and is the same on every machine.
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
  // If initdb ends early, `await running` reports why.
  running.child.stdin!.on('error', () => undefined).end(password)
  await running
}

const setOwner = (path: string, way: RunAs, mode: number): void => {
  chmodSync(path, mode)
  if (way.owner !== null) chownSync(path, way.owner, way.owner)
}

/** Also changes clusters of older releases, which ran Postgres as `nobody`. */
const setOwnerOfAll = (folder: string, { owner }: RunAs): void => {
  if (owner === null || statSync(folder).uid === owner) return
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true }))
    lchownSync(join(folder, name), owner, owner)
  // Last: its owner tells that everything inside is done.
  lchownSync(folder, owner, owner)
}

/** Renames the password last: an existing one belongs to a cluster and must not be overwritten. */
const initialise = async (root: string, programs: Binaries, quick: boolean): Promise<void> => {
  const { folder, password, unfinished } = pathsIn(root)
  const maker = runAs(programs.postgres, root, accountUid)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  setOwner(unfinished, maker, 0o700)
  const secret = randomBytes(24).toString('base64url')
  await initdb(programs.initdb, unfinished, secret, maker, quick)
  setOwnerOfAll(unfinished, runAs(programs.postgres, root, ownUid))
  writeFileSync(`${password}.new`, secret, { mode: 0o600, flush: true })
  renameSync(unfinished, folder)
}

const pathsIn = (root: string) => ({
  folder: join(root, 'cluster'),
  password: join(root, 'password'),
  unfinished: join(root, 'unfinished'),
})

/** A damaged or partial cluster may still be repaired, so it must not be overwritten. */
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
  setOwner(root, way, 0o700)
  setOwnerOfAll(folder, way)
  // Also completes a start that was interrupted between the two renames.
  if (!existsSync(password)) renameSync(`${password}.new`, password)
  return { folder, runAs: way, password: readFileSync(password, 'utf8').trim() }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
