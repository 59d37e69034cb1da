import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Atomic: a reader, or a restart after a crash, sees the old or the new text. Readable by the owner only. */
export const replaceFile = (path: string, text: string): void => {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
}

export const readJson = <T>(path: string): T | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
