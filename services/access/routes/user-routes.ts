import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles } from '#contracts/access.ts'
import { role } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import {
  createAccount,
  updateAccount,
  updateKeepingAdministrator,
  usernameKey,
  type Account,
} from '../accounts/accounts.ts'
import { listAccounts } from '../accounts/list-accounts.ts'
import { newUsername, personName } from '../accounts/names.ts'
import { issueCode, voidCodes, type Purpose } from '../accounts/one-time-links.ts'
import { resetAccount } from '../reset-account.ts'
import { refuseTokens, sessionOf, type Rules } from '../rules.ts'
import type { SecurityEvent } from '../security-log/security-events.ts'
import { existingAccount, listed, note, noteChange } from './other-accounts.ts'

const newUser = z.strictObject({ username: newUsername, name: personName, role })
const changes = z.strictObject({
  username: newUsername.optional(),
  name: personName.optional(),
  role: role.optional(),
})
const params = z.object({ id: z.string() })

const inviteRoutes = (app: App, access: Access, publicUrl: string | undefined): void => {
  const { db, now } = access
  const invite = async (request: FastifyRequest, { id }: Account, purpose: Purpose) => {
    const { code, expiresAt } = await issueCode(db, purpose, id, now())
    const { origin } = new URL(publicUrl ?? `http://${request.headers.host}`)
    return success({ user: await listed(access, id), link: `${origin}/oppsett#${code}`, expiresAt })
  }

  app.post('/api/access/users', { schema: { body: newUser } }, async (request, reply) => {
    refuseTokens(request)
    const account = await createAccount(db, { ...request.body, passwordHash: null }, now())
    await note(access, request, 'user_created', account, { role: account.role })
    return reply.code(201).send(await invite(request, account, 'invited'))
  })

  app.post('/api/access/users/:id/reset', { schema: { params } }, async (request) => {
    const account = await existingAccount(access, request.params.id)
    refuseTokens(request)
    await resetAccount(access, account)
    await note(access, request, 'user_reset', account)
    return invite(request, account, 'reset')
  })
}

const changeRoutes = (app: App, access: Access): void => {
  const { db, sessions, throttle, tokens } = access
  app.put('/api/access/users/:id', { schema: { params, body: changes } }, async (request) => {
    const before = await existingAccount(access, request.params.id)
    const noted = noteChange(access, request)
    const after = await updateKeepingAdministrator(db, before.id, request.body, noted)
    sessions.forget()
    tokens.forget()
    if (after.role !== before.role) await sessions.endAll(after.id)
    return success(await listed(access, after.id))
  })

  const acts: Record<string, [SecurityEvent, (account: Account) => Promise<unknown>]> = {
    deactivate: [
      'user_deactivated',
      async ({ id }) => {
        await updateKeepingAdministrator(db, id, { active: false })
        await voidCodes(db, id)
        await sessions.endAll(id)
        tokens.forget()
      },
    ],
    activate: [
      'user_activated',
      async ({ id }) => {
        await updateAccount(db, id, { active: true })
        tokens.forget()
      },
    ],
    unlock: ['user_unlocked', ({ username }) => throttle.unlock(usernameKey(username))],
  }
  for (const [name, [event, act]] of Object.entries(acts))
    app.post(`/api/access/users/:id/${name}`, { schema: { params } }, async (request) => {
      const account = await existingAccount(access, request.params.id)
      await act(account)
      await note(access, request, event, account)
      return success(await listed(access, account.id))
    })
}

const sessionsRoutes = (app: App, access: Access): void => {
  const { sessions } = access
  app.get('/api/access/users/:id/sessions', { schema: { params } }, async (request) => {
    const { id } = await existingAccount(access, request.params.id)
    return success(await sessions.of(id, sessionOf(request).id))
  })

  app.delete('/api/access/users/:id/sessions', { schema: { params } }, async (request) => {
    const account = await existingAccount(access, request.params.id)
    const ended = await sessions.endAll(account.id)
    await note(access, request, 'session_ended', account)
    return success({ ended })
  })

  const both = { params: params.extend({ sessionId: z.string() }) }
  app.delete('/api/access/users/:id/sessions/:sessionId', { schema: both }, async (request) => {
    const account = await existingAccount(access, request.params.id)
    const { sessionId } = request.params
    if ((await sessions.end(sessionId, account.id)) === 0) throw refused('NOT_FOUND')
    await note(access, request, 'session_ended', account)
    return success({ id: sessionId })
  })
}

export const userRoutes = (access: Access, rules: Rules, publicUrl?: string): Promise<void> =>
  rules.within('admin', (app) => {
    app.get('/api/access/roles', async () =>
      success(
        Object.entries(roles).map(([name, { label, may: permissions }]) => ({
          role: name,
          label,
          permissions,
        })),
      ),
    )
    app.get('/api/access/users', async () =>
      success(await listAccounts(access.db, access.now(), null)),
    )
    inviteRoutes(app, access, publicUrl)
    changeRoutes(app, access)
    sessionsRoutes(app, access)
  })
