import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from './configuration.ts'

/** The gateway leaves its one-time code here while no account exists, and removes it when it is used. */
export const setUpCodeFile = (dataDir: string): string => join(dataDir, 'set-up-code')

/** What the gateway gets to make the first account with. A demo on an empty folder makes one up. */
export const firstAccount = (
  env: NodeJS.ProcessEnv,
  { demo, dataDir }: Configuration,
): Record<string, string> => {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env
  if (username && password) return { ADMIN_USERNAME: username, ADMIN_PASSWORD: password }
  const isNew = !existsSync(join(dataDir, 'postgres', 'cluster'))
  return demo && isNew
    ? { ADMIN_USERNAME: 'demo', ADMIN_PASSWORD: randomBytes(12).toString('base64url') }
    : {}
}

export const setUpText = ({ dataDir }: Configuration, address: string): string | null => {
  const file = setUpCodeFile(dataDir)
  if (!existsSync(file)) return null
  const link = `${address}/oppsett#${readFileSync(file, 'utf8').trim()}`
  return `Ingen konto finnes ennå. Opprett den første administratoren her (lenken virker én gang, i 24 timer):\n  ${link}`
}
