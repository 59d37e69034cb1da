import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles, rolesWithin } from '#contracts/access.ts'
import { gone, listedToken, newToken, role } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { line } from '#contracts/field-schemas.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import type { Account } from '../accounts/accounts.ts'
import { refuseTokens, sessionOf, type Rules } from '../rules.ts'
import { fieldError, signedInAccount } from './own-account.ts'
import { existingAccount, note } from './other-accounts.ts'
import { repeatable } from './repeatable.ts'

const body = z.strictObject({
  name: line(100).min(1),
  role,
  expiresAt: z.iso.datetime({ offset: true }),
})
const example = { name: 'nattjobb', role: 'redaktør', expiresAt: '2030-12-31T22:59:59Z' }
type NewTokenBody = z.output<typeof body>

const check = (
  { now }: Access,
  owner: Account,
  { role: tokenRole, expiresAt }: NewTokenBody,
): void => {
  if (!rolesWithin(owner.role).includes(tokenRole))
    throw fieldError('role', `Kontoen har rollen ${roles[owner.role].label}`)
  if (Date.parse(expiresAt) <= now().getTime())
    throw fieldError('expiresAt', 'Velg et tidspunkt som kommer')
}

type Owner = {
  readonly path: string
  readonly params: z.ZodObject<{ id?: z.ZodString }>
  readonly summaries: { readonly list: string; readonly create: string; readonly revoke: string }
  readonly of: (request: FastifyRequest) => Promise<Account>
}

const readingAndMaking = (
  app: App,
  access: Access,
  { path, params, summaries, of }: Owner,
): void => {
  const { tokens } = access
  app.get(
    path,
    described({ summary: summaries.list, params, answer: z.array(listedToken) }),
    async (request) => success(await tokens.of((await of(request)).id)),
  )

  app.post(
    path,
    described({ summary: summaries.create, params, body, answer: newToken, status: 201, example }),
    async (request, reply) => {
      refuseTokens(request)
      const owner = await of(request)
      check(access, owner, request.body)
      const { user } = sessionOf(request)
      const created = await tokens.create({ accountId: owner.id, ...request.body }, user.id)
      const { name: token, role: itsRole, expiresAt } = created
      await note(access, request, 'authn_token_created', owner, { token, role: itsRole, expiresAt })
      void reply.code(201)
      return success(created)
    },
  )
}

const revoking = (app: App, access: Access, { path, params, summaries, of }: Owner): void => {
  app.delete(
    `${path}/:tokenId`,
    described({
      summary: summaries.revoke,
      params: params.extend({ tokenId: z.string() }),
      answer: gone,
    }),
    async (request) => {
      const owner = await of(request)
      const { tokenId } = request.params
      const token = await access.tokens.revoke(tokenId, owner.id)
      if (token === null) throw refused('NOT_FOUND')
      await note(access, request, 'authn_token_revoked', owner, { token })
      return success({ id: tokenId })
    },
  )
}

const routesOf = (app: App, access: Access, owner: Owner): void => {
  repeatable(app)
  readingAndMaking(app, access, owner)
  revoking(app, access, owner)
}

const byUser = z.object({ id: z.string() })

export const tokenRoutes = async (access: Access, rules: Rules): Promise<void> => {
  await rules.within('signed-in', (app) =>
    routesOf(app, access, {
      path: '/api/access/tokens',
      params: z.object({}),
      summaries: {
        list: 'Mine API-nøkler',
        create: 'Lag en API-nøkkel',
        revoke: 'Trekk tilbake en av mine API-nøkler',
      },
      of: (request) => signedInAccount(access, request),
    }),
  )
  await rules.within('admin', (app) =>
    routesOf(app, access, {
      path: '/api/access/users/:id/tokens',
      params: byUser,
      summaries: {
        list: 'En brukers API-nøkler',
        create: 'Lag en API-nøkkel for en bruker',
        revoke: 'Trekk tilbake en brukers API-nøkkel',
      },
      of: ({ params }) => existingAccount(access, byUser.parse(params).id),
    }),
  )
}
