import type { Fault } from './fault.ts'
import { signalAll } from './signal.ts'

/** What pg_terminate_backend does. */
export const connections: readonly Fault[] = [
  {
    name: 'end all connections',
    kind: 'connections',
    inject: async (target) => signalAll(await target.backends(), 'SIGTERM'),
  },
]
