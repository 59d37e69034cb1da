import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Victim } from './killing.ts'

/** A server that somebody else runs, killed and started again by a command of theirs. */
export const otherVictim = (url: string, command: string): Victim => ({
  url,
  kill: async () => void (await promisify(execFile)('sh', ['-c', command])),
  end: async () => [],
})
