import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const limit = 10 * 1024 * 1024
const generations = 3

const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const rotate = (path: string): void => {
  for (let n = generations - 1; n >= 0; n--) {
    const from = n === 0 ? path : `${path}.${n}`
    if (size(from) > 0) renameSync(from, `${path}.${n + 1}`)
  }
}

export type Log = {
  readonly path: string
  readonly write: (data: Buffer | string) => void
  /** The last lines written, for an error message. */
  readonly tail: (lines: number) => string
}

/** A log file that only its owner may read, and that cannot fill the disk. */
export const rotatingLog = (path: string): Log => {
  mkdirSync(dirname(path), { recursive: true })
  let written = size(path)
  return {
    path,
    write: (data) => {
      if (written > limit) {
        rotate(path)
        written = 0
      }
      appendFileSync(path, data, { mode: 0o600 })
      written += Buffer.byteLength(data)
    },
    tail: (lines) => {
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
