import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { refused } from '../../../services/kernel/refused.ts'
import type { RuleBook } from '../door/rules.ts'
import type { Access } from './access.ts'
import { fieldError } from './account-api.ts'
import {
  accountById,
  createAccount,
  hasAccounts,
  noteLogin,
  setPassword,
  setTotp,
  type Account,
} from './accounts.ts'
import { findCode, redeemCode, voidCodes, type Code } from './codes.ts'
import type { Transaction } from './database.ts'
import { newUsername, personName } from './names.ts'
import { minimumLength, passwordProblem } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { waitUntil } from './log-in.ts'
import { TooManyAttempts } from './throttle.ts'
import { sessionAnswer, signIn } from './session-api.ts'
import { removeCodeFile } from './set-up-code.ts'
import { visitorOf } from './visitor.ts'

const code = z.string().min(1).max(100)
const redemption = z.strictObject({
  code,
  password: z.string().min(1).max(1000),
  username: newUsername.optional(),
  name: personName.optional(),
})
type Redemption = z.output<typeof redemption>

const spent = () => refused('UNAUTHENTICATED', 'Lenken er brukt eller utløpt.')

/** One-time links: the first administrator, new users and resets all set their password here. */
export const codeApi = (access: Access, rules: RuleBook): Promise<void> => {
  const { db, now, log, throttle, sessions, dataDir } = access

  const personOf = async ({ purpose, accountId }: Code) => {
    if (accountId === null)
      return { purpose, username: null, name: null, role: 'administrator' } as const
    const account = await accountById(db, accountId)
    if (!account?.active) throw spent()
    const { username, name, role } = account
    return { purpose, username, name, role }
  }

  /** A code has 128 bits: guessing is hopeless, and is stopped all the same. */
  const look = (given: string, address: string): Promise<Code> =>
    throttle
      .attempt('code', { address }, async ({ failed }) => {
        const found = await findCode(db, given, now())
        if (found) return found
        await failed()
        throw spent()
      })
      .catch((error: unknown) => {
        throw error instanceof TooManyAttempts ? waitUntil(error, now()) : error
      })

  const makeFirst = async (
    tx: Transaction,
    { username, name }: Redemption,
    passwordHash: string,
  ): Promise<Account> => {
    if (await hasAccounts(tx)) throw spent()
    const first = { username: username!, name: name!, role: 'administrator', passwordHash } as const
    return createAccount(tx, first, now())
  }

  const renew = async (tx: Transaction, id: string, passwordHash: string): Promise<Account> => {
    await setPassword(tx, id, passwordHash, now())
    await setTotp(tx, id, null)
    const account = await accountById(tx, id)
    if (!account?.active) throw spent()
    return account
  }

  const redeem = (given: Redemption, passwordHash: string): Promise<Account> =>
    db.transaction(async (tx) => {
      const taken = await redeemCode(tx, given.code, now())
      if (!taken) throw spent()
      if (taken.accountId !== null) return renew(tx, taken.accountId, passwordHash)
      await voidCodes(tx, null)
      return makeFirst(tx, given, passwordHash)
    })

  return rules.within('anyone', (app) => {
    app.post(
      '/api/access/code',
      { schema: { body: z.strictObject({ code }) } },
      async (request) => {
        const person = await personOf(await look(request.body.code, request.ip))
        return success({ ...person, minimumLength: minimumLength(person.role) })
      },
    )

    app.put('/api/access/code', { schema: { body: redemption } }, async (request, reply) => {
      const given = request.body
      const person = await personOf(await look(given.code, request.ip))
      const username = person.username ?? given.username
      const name = person.name ?? given.name
      if (username === undefined) throw fieldError('username', 'Dette feltet er påkrevd')
      if (name === undefined) throw fieldError('name', 'Dette feltet er påkrevd')
      const problem = passwordProblem(given.password, { username, name, role: person.role })
      if (problem) throw fieldError('password', problem)

      const account = await redeem(given, await hashPassword(given.password))
      if (person.purpose === 'first') removeCodeFile(dataDir)
      await sessions.endAll(account.id)
      await noteLogin(db, account.id, now())
      const who = { accountId: account.id, username: account.username }
      await log.write('authn_code_used', who, visitorOf(request), { purpose: person.purpose })
      return reply.send(sessionAnswer(await signIn(access, request, account)))
    })
  })
}
