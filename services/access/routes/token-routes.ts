import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles, rolesWithin } from '#contracts/access.ts'
import { role } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { line } from '#contracts/field-schemas.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import type { Account } from '../accounts/accounts.ts'
import { refuseTokens, sessionOf, type Rules } from '../rules.ts'
import { fieldError, ownAccount } from './own-account.ts'
import { existingAccount, note } from './other-accounts.ts'

const body = z.strictObject({
  name: line(100).min(1),
  role,
  expiresAt: z.iso.datetime({ offset: true }),
})
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

type OwnerOf = (request: FastifyRequest) => Promise<Account>

const routesAt = (
  app: App,
  access: Access,
  path: string,
  params: z.ZodObject<{ id?: z.ZodString }>,
  ownerOf: OwnerOf,
): void => {
  const { tokens } = access
  app.get(path, { schema: { params } }, async (request) =>
    success(await tokens.of((await ownerOf(request)).id)),
  )

  app.post(path, { schema: { params, body } }, async (request, reply) => {
    refuseTokens(request)
    const owner = await ownerOf(request)
    check(access, owner, request.body)
    const { user } = sessionOf(request)
    const created = await tokens.create({ accountId: owner.id, ...request.body }, user.id)
    const { name: token, role: itsRole, expiresAt } = created
    await note(access, request, 'authn_token_created', owner, { token, role: itsRole, expiresAt })
    return reply.code(201).send(success(created))
  })

  const one = params.extend({ tokenId: z.string() })
  app.delete(`${path}/:tokenId`, { schema: { params: one } }, async (request) => {
    const owner = await ownerOf(request)
    const { tokenId } = request.params
    const token = await tokens.revoke(tokenId, owner.id)
    if (token === null) throw refused('NOT_FOUND')
    await note(access, request, 'authn_token_revoked', owner, { token })
    return success({ id: tokenId })
  })
}

const noParams = z.object({})
const byUser = z.object({ id: z.string() })

export const tokenRoutes = async (access: Access, rules: Rules): Promise<void> => {
  await rules.within('signed-in', (app) =>
    routesAt(app, access, '/api/access/tokens', noParams, (request) => ownAccount(access, request)),
  )
  await rules.within('admin', (app) =>
    routesAt(app, access, '/api/access/users/:id/tokens', byUser, ({ params }) =>
      existingAccount(access, byUser.parse(params).id),
    ),
  )
}
