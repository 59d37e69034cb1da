import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setUpLink } from '../gateway/access/set-up-code.ts'
import type { Configuration } from './configuration.ts'

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
  const link = setUpLink(dataDir, address)
  if (link === null) return null
  const what = 'Ingen konto finnes ennå. Opprett den første administratoren her'
  return `${what} (lenken virker én gang, i 24 timer):\n  ${link}`
}
