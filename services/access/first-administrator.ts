import { writeFileSync } from 'node:fs'
import { parse } from '#contracts/validation.ts'
import { lockedTransaction } from '#kernel/database.ts'
import type { Access } from './access.ts'
import { createAccount, hasAccounts } from './accounts/accounts.ts'
import { issueCode } from './accounts/one-time-links.ts'
import { newUsername } from './accounts/names.ts'
import { hashPassword } from './passwords/passwords.ts'
import { codeFile, removeCodeFile } from './set-up-code.ts'

export type Given = {
  readonly username?: string | undefined
  readonly password?: string | undefined
}

const atServer = { address: 'server', browser: 'oppstart' }

/** Creates the first account from the environment, or else a one-time code. Concurrent starts create only one. */
export const ensureFirstAdministrator = async (
  access: Access,
  { username, password }: Given,
  warn: (text: string) => void,
): Promise<void> => {
  const { db, now, dataDir, log } = access
  const first = await lockedTransaction(db, 'access.first', async (tx) => {
    if (await hasAccounts(tx)) return null
    const named = parse(newUsername, username)
    if (named.ok && password !== undefined) {
      const passwordHash = await hashPassword(password)
      const { value } = named
      const account = { username: value, name: value, role: 'administrator', passwordHash } as const
      return createAccount(tx, account, now())
    }
    if (username !== undefined && !named.ok)
      warn(`ADMIN_USERNAME kan ikke brukes: ${named.errors[0]!.message}. Bruk engangslenken.`)
    const { code } = await issueCode(tx, 'first', null, now())
    removeCodeFile(dataDir)
    writeFileSync(codeFile(dataDir), code, { mode: 0o600 })
    return 'code'
  })
  if (first === 'code') return
  removeCodeFile(dataDir)
  if (!first) return
  await log.write('user_created', first, atServer, { role: first.role })
}
