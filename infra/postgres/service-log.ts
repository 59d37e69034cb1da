import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'

const limit = 10 * 1024 * 1024
const generations = 3

const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** A log file that only its owner may read, and that cannot fill the disk. */
export const createServiceLog = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  return {
    path,
    /** To write at the end of the file, for a child: it writes there itself, and waits for nobody. */
    open: () => openSync(path, 'a', 0o600),
    /** Keeps what was written beside, and begins anew, once it is long. */
    rotate: () => {
      if (size(path) < limit) return
      for (let n = generations - 1; n > 0; n--)
        if (size(`${path}.${n}`) > 0) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
      // The child goes on writing to the file that it was given.
      copyFileSync(path, `${path}.1`)
      chmodSync(`${path}.1`, 0o600)
      truncateSync(path)
    },
    /** The last lines written, for an error message. */
    tail: (lines: number) => {
      if (size(path) === 0) return ''
      return readFileSync(path, 'utf8')
        .slice(-10_000)
        .trimEnd()
        .split('\n')
        .slice(-lines)
        .join('\n')
    },
  }
}

export type Log = ReturnType<typeof createServiceLog>
