import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { commandFor, type RunAs } from './run-as.ts'

export const user = 'stykkliste'

/** The password goes through a pipe, so that it never lies in a file of another user. */
export const initdb = async (
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
