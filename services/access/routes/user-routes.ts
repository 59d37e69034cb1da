import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles } from '#contracts/access.ts'
import {
  endedSessions,
  gone,
  invitation,
  listedAccount,
  listedRole,
  listedSession,
  role,
} from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import { createAccount, updateKeepingAdministrator, type Account } from '../accounts/accounts.ts'
import { listAccounts } from '../accounts/list-accounts.ts'
import { newUsername, personName } from '../accounts/names.ts'
import { linkWith } from '../set-up-code.ts'
import { issueCode, type Purpose } from '../accounts/one-time-links.ts'
import { resetAccount } from '../reset-account.ts'
import { refuseTokens, sessionOf, type Rules } from '../rules.ts'
import { existingAccount, listed, note, noteChange } from './other-accounts.ts'
import { repeatable } from './repeatable.ts'
import { userActionRoutes } from './user-action-routes.ts'

const newUser = z.strictObject({ username: newUsername, name: personName, role })
const changes = z.strictObject({
  username: newUsername.optional(),
  name: personName.optional(),
  role: role.optional(),
})
const params = z.object({ id: z.string() })

const allRoles = Object.entries(roles).map(([name, { label, may: permissions }]) => ({
  role: name,
  label,
  permissions,
}))

const readingRoutes = (app: App, { db, now }: Access): void => {
  app.get(
    '/api/access/roles',
    described({ summary: 'Rollene og hva de kan', answer: z.array(listedRole) }),
    async () => success(allRoles),
  )
  app.get(
    '/api/access/users',
    described({ summary: 'Alle brukere', answer: z.array(listedAccount) }),
    async () => success(await listAccounts(db, now(), null)),
  )
}

const inviteRoutes = (app: App, access: Access, publicUrl: string | undefined): void => {
  const { db, now } = access
  const invite = async (request: FastifyRequest, { id }: Account, purpose: Purpose) => {
    const { code, expiresAt } = await issueCode(db, purpose, id, now())
    const link = linkWith(code, publicUrl ?? `http://${request.headers.host}`)
    return success({ user: await listed(access, id), link, expiresAt })
  }

  const create = described({
    summary: 'Inviter en bruker',
    body: newUser,
    answer: invitation,
    status: 201,
    example: { username: 'ola', name: 'Ola Nordmann', role: 'leser' },
  })
  app.post('/api/access/users', create, async (request, reply) => {
    refuseTokens(request)
    const account = await createAccount(db, { ...request.body, passwordHash: null }, now())
    await note(access, request, 'user_created', account, { role: account.role })
    void reply.code(201)
    return invite(request, account, 'invited')
  })

  const reset = described({ summary: 'Ny engangslenke for en bruker', params, answer: invitation })
  app.post('/api/access/users/:id/reset', reset, async (request) => {
    const account = await existingAccount(access, request.params.id)
    refuseTokens(request)
    await resetAccount(access, account)
    await note(access, request, 'user_reset', account)
    return invite(request, account, 'reset')
  })
}

const changeRoutes = (app: App, access: Access): void => {
  const { db, sessions, tokens } = access
  const change = described({
    summary: 'Endre en bruker',
    params,
    body: changes,
    answer: listedAccount,
    example: { role: 'redaktør' },
  })
  app.put('/api/access/users/:id', change, async (request) => {
    const before = await existingAccount(access, request.params.id)
    const noted = noteChange(access, request)
    const after = await updateKeepingAdministrator(db, before.id, request.body, noted)
    sessions.forget()
    tokens.forget()
    if (after.role !== before.role) await sessions.endAll(after.id)
    return success(await listed(access, after.id))
  })
}

const userSessionRoutes = (app: App, access: Access): void => {
  const { sessions } = access
  const list = described({ summary: 'En brukers økter', params, answer: z.array(listedSession) })
  app.get('/api/access/users/:id/sessions', list, async (request) => {
    const { id } = await existingAccount(access, request.params.id)
    return success(await sessions.of(id, sessionOf(request).id))
  })

  const endAll = described({ summary: 'Avslutt en brukers økter', params, answer: endedSessions })
  app.delete('/api/access/users/:id/sessions', endAll, async (request) => {
    const account = await existingAccount(access, request.params.id)
    const ended = await sessions.endAll(account.id)
    await note(access, request, 'session_ended', account)
    return success({ ended })
  })

  const endOne = described({
    summary: 'Avslutt én av en brukers økter',
    params: params.extend({ sessionId: z.string() }),
    answer: gone,
  })
  app.delete('/api/access/users/:id/sessions/:sessionId', endOne, async (request) => {
    const account = await existingAccount(access, request.params.id)
    const { sessionId } = request.params
    if ((await sessions.end(sessionId, account.id)) === 0) throw refused('NOT_FOUND')
    await note(access, request, 'session_ended', account)
    return success({ id: sessionId })
  })
}

export const userRoutes = (access: Access, rules: Rules, publicUrl?: string): Promise<void> =>
  rules.within('admin', (app) => {
    repeatable(app)
    readingRoutes(app, access)
    inviteRoutes(app, access, publicUrl)
    changeRoutes(app, access)
    userActionRoutes(app, access)
    userSessionRoutes(app, access)
  })
