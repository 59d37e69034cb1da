import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where the one-time code for the first administrator lies until it is used. Only its owner may read it. */
export const codeFile = (dataDir: string): string => join(dataDir, 'set-up-code')

export const removeCodeFile = (dataDir: string): void => rmSync(codeFile(dataDir), { force: true })

/** The link that makes the first administrator, while there is none. */
export const setUpLink = (dataDir: string, address: string): string | null =>
  existsSync(codeFile(dataDir))
    ? `${address}/oppsett#${readFileSync(codeFile(dataDir), 'utf8').trim()}`
    : null
