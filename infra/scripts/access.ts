import { argumentsOf } from '#infra/arguments.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { addressOf } from '#infra/supervisor/services.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { parse } from '#contracts/validation.ts'
import { createAccess, type Access } from '#access/access.ts'
import { resetAccount } from '#access/reset-account.ts'
import {
  accountByName,
  createAccount,
  updateAccount,
  usernameKey,
  type Account,
} from '#access/accounts/accounts.ts'
import { linkWith } from '#access/set-up-code.ts'
import { issueCode } from '#access/accounts/one-time-links.ts'
import { openDatabase } from '#access/store/database.ts'
import { openKeys, rotateSessionKey } from '#access/store/keys.ts'
import { newUsername } from '#access/accounts/names.ts'
import { listAccounts } from '#access/accounts/list-accounts.ts'
import type { SecurityEvent } from '#access/security-log/security-events.ts'
import { runTool, withDatabases } from './tool.ts'

const help = `Bruk: npm run access -- <kommando>

  list                     viser alle kontoer
  reset <brukernavn>       ny engangslenke; passord og engangskode slettes, økter avsluttes
  administrator <navn>     oppretter en ny administrator med engangslenke
  activate <brukernavn>    aktiverer en deaktivert konto
  unlock <brukernavn>      låser opp en konto etter mislykkede forsøk
  rotate-keys              bytter nøkkelen som signerer innloggingskapsler; ingen logges ut`

const operator = { address: 'server', browser: 'kommandolinjen' }

type Tool = { readonly access: Access; readonly address: string; readonly dataDir: string }
type Command = (tool: Tool, name: string) => Promise<string>

type Named = Pick<Account, 'id' | 'username'>

const note = ({ log }: Access, event: SecurityEvent, account?: Named) => {
  const about = account && { user: account.username, userId: account.id }
  return log.write(event, { id: null, username: 'operatør' }, operator, about)
}

const existing = async ({ db }: Access, name: string): Promise<Account> => {
  const account = await accountByName(db, name)
  if (!account) throw new Error(`Det finnes ingen konto som heter «${name}».`)
  return account
}

const linkText = (address: string, code: string): string =>
  `Lenken virker én gang, i 24 timer:\n  ${linkWith(code, address)}`

const commands: Readonly<Record<string, Command>> = {
  list: async ({ access }) => {
    const accounts = await listAccounts(access.db, access.now(), null)
    const lines = accounts.map(({ username, role, active, lastLoginAt }) =>
      [username, role, active ? 'aktiv' : 'deaktivert', lastLoginAt ?? 'aldri innlogget'].join(
        '\t',
      ),
    )
    return lines.join('\n') || 'Ingen kontoer.'
  },

  reset: async ({ access, address }, name) => {
    const account = await existing(access, name)
    await resetAccount(access, account)
    await note(access, 'user_reset', account)
    const { code } = await issueCode(access.db, 'reset', account.id, access.now())
    return linkText(address, code)
  },

  administrator: async ({ access, address }, given) => {
    const named = parse(newUsername, given)
    if (!named.ok) throw new Error(named.errors[0]!.message)
    const name = named.value
    const { db, now } = access
    const made = { username: name, name, role: 'administrator', passwordHash: null } as const
    const { id } = await createAccount(db, made, now())
    await note(access, 'user_created', { id, username: name })
    const { code } = await issueCode(db, 'invited', id, now())
    return linkText(address, code)
  },

  activate: async ({ access }, name) => {
    const account = await existing(access, name)
    await updateAccount(access.db, account.id, { active: true })
    await note(access, 'user_activated', account)
    return `Kontoen ${account.username} er aktiv.`
  },

  unlock: async ({ access }, name) => {
    const account = await existing(access, name)
    await access.throttle.unlock(usernameKey(account.username))
    await note(access, 'user_unlocked', account)
    return `${account.username} kan prøve igjen nå.`
  },

  'rotate-keys': async ({ access, dataDir }) => {
    rotateSessionKey(dataDir)
    await note(access, 'key_rotated')
    return 'Nøkkelen er byttet. Et system som kjører, tar den i bruk innen fem sekunder.'
  },
}

const withoutName = ['list', 'rotate-keys']

const run = async (args: readonly string[]): Promise<string> => {
  const [name = '', subject = ''] = args
  const command = commands[name]
  const complete = command && (subject !== '') !== withoutName.includes(name)
  if (!complete) throw new Error(help)
  const config = configuration(process.env)
  const { dataDir, host, port, publicUrl } = config
  return withDatabases(config, async ({ parts }) => {
    const db = await openDatabase(parts.gateway)
    try {
      const access = createAccess({
        db,
        keys: openKeys(dataDir),
        dataDir,
        totpRequired: () => false,
      })
      const address = publicUrl ?? runningSystem(dataDir)?.publicAddress ?? addressOf(host, port)
      return await command({ access, dataDir, address }, subject)
    } finally {
      await db.end()
    }
  })
}

const { words } = argumentsOf(help, {}, 2)

/** For operators who can read the data folder, when nobody can log in. */
await runTool(async () => {
  console.log(await run(words))
  return true
})
