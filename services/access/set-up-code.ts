import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Readable only by its owner. */
export const codeFile = (dataDir: string): string => join(dataDir, 'set-up-code')

export const removeCodeFile = (dataDir: string): void => rmSync(codeFile(dataDir), { force: true })

/** The code is in the fragment, which no log gets. */
export const linkWith = (code: string, address: string): string =>
  new URL(`/oppsett#${code}`, address).href

/** Null once there is an administrator. */
export const setUpLink = (dataDir: string, address: string): string | null =>
  existsSync(codeFile(dataDir))
    ? linkWith(readFileSync(codeFile(dataDir), 'utf8').trim(), address)
    : null
