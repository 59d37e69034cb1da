import { spawnSync } from 'node:child_process'

/** Put before a command, as in a container of its own: it sees no process from outside, nor their shared memory. */
export const namespaced: readonly [string, ...string[]] = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']),
  '--pid',
  '--ipc',
  '--fork',
  '--kill-child=SIGKILL',
  '--mount-proc',
]

const [program, ...args] = namespaced

/** Why tests with them are skipped, or false. */
export const noNamespaces =
  spawnSync(program, [...args, 'true']).status !== 0 && 'unshare is not permitted here'
