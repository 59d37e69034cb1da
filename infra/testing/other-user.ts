import { spawnSync } from 'node:child_process'

export const otherUser = 1234

/** Runs Node as another user of the machine. */
export const asOtherUser = (args: readonly string[]) =>
  spawnSync(
    'setpriv',
    [`--reuid=${otherUser}`, `--regid=${otherUser}`, '--clear-groups', process.execPath, ...args],
    { cwd: '/', encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  )

const impossible = (): string | false => {
  if (process.getuid?.() !== 0) return 'only root can become another user'
  const { filename } = import.meta
  const { status } = asOtherUser(['-e', `fs.readFileSync(${JSON.stringify(filename)})`])
  return status === 0 ? false : `another user cannot get at ${filename}`
}

export const noOtherUser = impossible()
