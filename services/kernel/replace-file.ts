import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Replaces a file as a whole: who reads it meanwhile, or after a crash, has the old text or the new one. Only the owner may read it. */
export const replaceFile = (path: string, text: string): void => {
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
}

/** What such a file holds; null where it is missing or damaged. */
export const readJson = <T>(path: string): T | null => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
