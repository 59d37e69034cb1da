import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setUpLink } from '#access/set-up-code.ts'
import type { Configuration } from './configuration.ts'
import { fillIfEmpty } from '../demo/fill.ts'
import { peopleInWords } from '../demo/people.ts'

/** A demo in an empty folder makes up an account. */
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

export const setUpText = (
  { dataDir, publicUrl }: Pick<Configuration, 'dataDir' | 'publicUrl'>,
  address: string,
): string | null => {
  const link = setUpLink(dataDir, publicUrl ?? address)
  if (link === null) return null
  const what = 'Ingen konto finnes ennå. Opprett den første administratoren her'
  return `${what} (lenken virker én gang, i 24 timer):\n  ${link}`
}

const loginHelp = `Logg inn med en konto som finnes. Er passordet borte, gir dette en ny lenke å komme inn med:
  npm run access -- list
  npm run access -- reset <brukernavn>`

type DemoOn = {
  readonly account: Readonly<Record<string, string>>
  readonly hasAccounts: boolean
  readonly isGenerated: boolean
}

/** The system keeps running if this fails. */
export const runDemo = async (
  address: string,
  { account, hasAccounts, isGenerated }: DemoOn,
  signal: AbortSignal,
): Promise<void> => {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = account
  if (!username || !password)
    return console.log(
      hasAccounts
        ? `Systemet er i bruk fra før, så eksemplene legges ikke inn på nytt.\n${loginHelp}`
        : 'Eksemplene legges inn når systemet startes med ADMIN_USERNAME og ADMIN_PASSWORD.',
    )
  try {
    await fillIfEmpty(address, username, password, isGenerated)
  } catch (error) {
    if (signal.aborted) return
    console.error(error instanceof Error ? error.message : error)
    return console.error(`Eksemplene ble ikke lagt helt inn.\n${loginHelp}`)
  }
  if (!isGenerated) return
  console.log(`Logg inn som ${username} med passordet ${password}`)
  console.log(`Samme passord har ${peopleInWords}.`)
}
