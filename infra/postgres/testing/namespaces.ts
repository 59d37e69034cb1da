import { spawnSync } from 'node:child_process'

/** Command prefix that isolates processes and shared memory as a container does. */
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

export const noNamespaces =
  spawnSync(program, [...args, 'true']).status !== 0 && 'unshare is not permitted here'
