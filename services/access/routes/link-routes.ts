import { z } from 'zod'
import { currentSession, linkPerson } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import {
  accountById,
  createAccount,
  hasAccounts,
  updateAccount,
  type Account,
} from '../accounts/accounts.ts'
import { newUsername, personName } from '../accounts/names.ts'
import { findCode, redeemCode, voidCodes, type Code } from '../accounts/one-time-links.ts'
import { minimumLength, passwordProblem } from '../passwords/password-rules.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { Rules } from '../rules.ts'
import { removeCodeFile } from '../set-up-code.ts'
import { visitorOf } from '../store/visitor.ts'
import { linkAttempt } from '../throttle/limits.ts'
import { fieldError } from './own-account.ts'
import { sessionAnswer, signIn } from './session-routes.ts'

const code = z.string().min(1).max(100)
const redemption = z.strictObject({
  code,
  password: z.string().min(1).max(1000),
  username: newUsername.optional(),
  name: personName.optional(),
})
const example = { code: 'koden-fra-lenken' }
type Redemption = z.output<typeof redemption>

const spent = () => refused('UNAUTHENTICATED', 'Lenken er brukt eller utløpt.')

/** Throttled, although guessing 128 bits is hopeless. */
const personFor = async ({ db, now, throttle }: Access, given: string, address: string) => {
  const { purpose, accountId } = await throttle.attempt(
    linkAttempt(address),
    async ({ failed }): Promise<Code> => {
      const found = await findCode(db, given, now())
      if (found) return found
      await failed()
      throw spent()
    },
  )
  if (accountId === null)
    return { purpose, username: null, name: null, role: 'administrator' } as const
  const account = await accountById(db, accountId)
  if (!account?.active) throw spent()
  const { username, name, role } = account
  return { purpose, username, name, role }
}

const redeem = ({ db, now }: Access, given: Redemption, passwordHash: string): Promise<Account> =>
  db.transaction(async (tx) => {
    const taken = await redeemCode(tx, given.code, now())
    if (!taken) throw spent()
    if (taken.accountId === null) {
      await voidCodes(tx, null)
      if (await hasAccounts(tx)) throw spent()
      const { username, name } = given
      const first = { username: username!, name: name!, role: 'administrator' } as const
      return createAccount(tx, { ...first, passwordHash }, now())
    }
    const renewed = { passwordHash, passwordChangedAt: now() }
    const account = await updateAccount(tx, taken.accountId, { ...renewed, totpSecret: null })
    if (!account.active) throw spent()
    return account
  })

const useLink = (app: App, access: Access): void => {
  const { db, now, log, sessions, dataDir } = access
  const route = described({
    summary: 'Bruk en engangslenke: velg passord og logg inn',
    body: redemption,
    answer: currentSession,
    example: { ...example, password: 'fire ulike ord uten mening' },
  })
  app.put('/api/access/code', route, async (request, reply) => {
    const given = request.body
    const person = await personFor(access, given.code, request.ip)
    const username = person.username ?? given.username
    const name = person.name ?? given.name
    if (username === undefined) throw fieldError('username', 'Dette feltet er påkrevd')
    if (name === undefined) throw fieldError('name', 'Dette feltet er påkrevd')
    const problem = passwordProblem(given.password, { username, name, role: person.role })
    if (problem) throw fieldError('password', problem)

    const account = await redeem(access, given, await hashPassword(given.password))
    if (person.purpose === 'first') removeCodeFile(dataDir)
    await sessions.endAll(account.id)
    await updateAccount(db, account.id, { lastLoginAt: now() })
    await log.write('authn_code_used', account, visitorOf(request), { purpose: person.purpose })
    return reply.send(sessionAnswer(await signIn(access, request, account)))
  })
}

export const linkRoutes = (access: Access, rules: Rules): Promise<void> =>
  rules.within('anyone', (app) => {
    const route = described({
      summary: 'Hva en engangslenke gjelder',
      body: z.strictObject({ code }),
      answer: linkPerson,
      example,
    })
    app.post('/api/access/code', route, async (request) => {
      const person = await personFor(access, request.body.code, request.ip)
      return success({ ...person, minimumLength: minimumLength(person.role) })
    })
    useLink(app, access)
  })
