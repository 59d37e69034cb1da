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

export const createServiceLog = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  return {
    path,
    /** The child writes to the file itself, so that a busy parent does not block it. */
    open: () => openSync(path, 'a', 0o600),
    rotate: () => {
      if (size(path) < limit) return
      for (let n = generations - 1; n > 0; n--)
        if (size(`${path}.${n}`) > 0) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
      // Not renamed, because the child keeps its file open.
      copyFileSync(path, `${path}.1`)
      chmodSync(`${path}.1`, 0o600)
      truncateSync(path)
    },
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
