import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Readable only by its owner. */
export const codeFile = (dataDir: string): string => join(dataDir, 'set-up-code')

export const removeCodeFile = (dataDir: string): void => rmSync(codeFile(dataDir), { force: true })

/** Null once there is an administrator. */
export const setUpLink = (dataDir: string, address: string): string | null =>
  existsSync(codeFile(dataDir))
    ? `${address}/oppsett#${readFileSync(codeFile(dataDir), 'utf8').trim()}`
    : null
