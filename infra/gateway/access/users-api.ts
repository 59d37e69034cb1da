import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles } from '#contracts/access.ts'
import { success } from '#contracts/answers.ts'
import { refused } from '../../../services/kernel/refused.ts'
import { sessionOf, type RuleBook } from '../door/rules.ts'
import type { Access } from './access.ts'
import {
  accountById,
  changeAccount,
  createAccount,
  keepingAnAdministrator,
  role,
  setActive,
  setPassword,
  setTotp,
  usernameKey,
  type Account,
} from './accounts.ts'
import { issueCode, voidCodes, type Purpose } from './codes.ts'
import { listAccounts, type ListedAccount } from './list-accounts.ts'
import { newUsername, personName } from './names.ts'
import type { Details, SecurityEvent } from './security-log.ts'
import { visitorOf } from './visitor.ts'

const newUser = z.strictObject({ username: newUsername, name: personName, role })
const changes = z.strictObject({
  username: newUsername.optional(),
  name: personName.optional(),
  role: role.optional(),
})
const params = z.object({ id: z.string() })

/** Old and new, so that what was done under the old name can be told apart from what others do under it. */
const renaming = (before: Account, after: Account): Details => ({
  ...(before.username !== after.username && { from: before.username, to: after.username }),
  ...(before.name !== after.name && { nameFrom: before.name, nameTo: after.name }),
})

const isUuid = (text: string) => z.guid().safeParse(text).success

/** What administrators do with other people's accounts. */
export const usersApi = (
  access: Access,
  rules: RuleBook,
  linkFor: (request: FastifyRequest, code: string) => string,
): Promise<void> => {
  const { db, now, log, sessions, throttle } = access

  const one = async (id: string): Promise<ListedAccount> => {
    const [found] = await listAccounts(access, id)
    if (!found) throw refused('NOT_FOUND')
    return found
  }

  const existing = async (id: string): Promise<Account> => {
    const account = isUuid(id) ? await accountById(db, id) : null
    if (!account) throw refused('NOT_FOUND')
    return account
  }

  const note = (
    request: FastifyRequest,
    event: SecurityEvent,
    account: Account,
    details: Details = {},
  ) => {
    const { id, username } = sessionOf(request).user
    return log.write(event, { accountId: id, username }, visitorOf(request), {
      user: account.username,
      ...details,
    })
  }

  const invite = async (request: FastifyRequest, { id }: Account, purpose: Purpose) => {
    const { code, expiresAt } = await issueCode(db, purpose, id, now())
    return success({ user: await one(id), link: linkFor(request, code), expiresAt })
  }

  return rules.within('admin', (app) => {
    app.get('/api/access/roles', async () =>
      success(
        Object.entries(roles).map(([name, { label, may }]) => ({
          role: name,
          label,
          permissions: may,
        })),
      ),
    )

    app.get('/api/access/users', async () => success(await listAccounts(access, null)))

    app.post('/api/access/users', { schema: { body: newUser } }, async (request, reply) => {
      const account = await createAccount(db, { ...request.body, passwordHash: null }, now())
      await note(request, 'user_created', account, { role: account.role })
      return reply.code(201).send(await invite(request, account, 'invited'))
    })

    app.put('/api/access/users/:id', { schema: { params, body: changes } }, async (request) => {
      const before = await existing(request.params.id)
      const after = await keepingAnAdministrator(db, (tx) =>
        changeAccount(tx, before.id, request.body),
      )
      sessions.forget()
      const renamed = renaming(before, after)
      if (after.role === before.role || Object.keys(renamed).length > 0)
        await note(request, 'user_changed', after, renamed)
      if (after.role !== before.role) {
        await sessions.endAll(after.id)
        const details = { from: before.role, to: after.role }
        await note(request, 'user_role_changed', after, details)
      }
      return success(await one(after.id))
    })

    app.post('/api/access/users/:id/reset', { schema: { params } }, async (request) => {
      const account = await existing(request.params.id)
      await setPassword(db, account.id, null, now())
      await setTotp(db, account.id, null)
      await sessions.endAll(account.id)
      await throttle.unlock(usernameKey(account.username))
      await note(request, 'user_reset', account)
      return invite(request, account, 'reset')
    })

    app.post('/api/access/users/:id/deactivate', { schema: { params } }, async (request) => {
      const { id } = await existing(request.params.id)
      const account = await keepingAnAdministrator(db, (tx) => setActive(tx, id, false))
      await voidCodes(db, id)
      await sessions.endAll(id)
      await note(request, 'user_deactivated', account)
      return success(await one(id))
    })

    app.post('/api/access/users/:id/activate', { schema: { params } }, async (request) => {
      const { id } = await existing(request.params.id)
      await note(request, 'user_activated', await setActive(db, id, true))
      return success(await one(id))
    })

    app.post('/api/access/users/:id/unlock', { schema: { params } }, async (request) => {
      const account = await existing(request.params.id)
      await throttle.unlock(usernameKey(account.username))
      await note(request, 'user_unlocked', account)
      return success(await one(account.id))
    })

    app.get('/api/access/users/:id/sessions', { schema: { params } }, async (request) => {
      const { id } = await existing(request.params.id)
      const own = sessionOf(request).id
      return success((await sessions.of(id)).map((row) => ({ ...row, current: row.id === own })))
    })

    app.delete('/api/access/users/:id/sessions', { schema: { params } }, async (request) => {
      const account = await existing(request.params.id)
      const ended = await sessions.endAll(account.id)
      await note(request, 'session_ended', account)
      return success({ ended })
    })

    app.delete(
      '/api/access/users/:id/sessions/:sessionId',
      { schema: { params: params.extend({ sessionId: z.string() }) } },
      async (request) => {
        const account = await existing(request.params.id)
        const { sessionId } = request.params
        if ((await sessions.end(sessionId, account.id)) === 0) throw refused('NOT_FOUND')
        await note(request, 'session_ended', account)
        return success({ id: sessionId })
      },
    )
  })
}
