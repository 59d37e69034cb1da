import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ListedAccount } from '#contracts/access-answers.ts'
import { refused } from '#kernel/refused.ts'
import type { Access } from '../access.ts'
import { accountById, type Account } from '../accounts/accounts.ts'
import { listAccounts } from '../accounts/list-accounts.ts'
import { sessionOf } from '../rules.ts'
import type { SecurityEvent } from '../security-log/security-events.ts'
import type { Details } from '../security-log/security-log.ts'
import type { Connection } from '../store/database.ts'
import { visitorOf } from '../store/visitor.ts'

/** Both names, because another account may get the old one later. */
const renaming = (before: Account, after: Account): Details => ({
  ...(before.username !== after.username && { from: before.username, to: after.username }),
  ...(before.name !== after.name && { nameFrom: before.name, nameTo: after.name }),
})

export const listed = async ({ db, now }: Access, id: string): Promise<ListedAccount> => {
  const [found] = await listAccounts(db, now(), id)
  if (!found) throw refused('NOT_FOUND')
  return found
}

export const existingAccount = async ({ db }: Access, id: string): Promise<Account> => {
  const account = z.guid().safeParse(id).success ? await accountById(db, id) : null
  if (!account) throw refused('NOT_FOUND')
  return account
}

export const note = (
  { log }: Access,
  request: FastifyRequest,
  event: SecurityEvent,
  account: Account,
  details: Details = {},
  connection?: Connection,
): Promise<void> => {
  const { user } = sessionOf(request)
  const about = { user: account.username, userId: account.id, ...details }
  return log.write(event, user, visitorOf(request), about, connection)
}

export const noteChange =
  (access: Access, request: FastifyRequest) =>
  async (tx: Connection, before: Account, after: Account): Promise<void> => {
    const renamed = renaming(before, after)
    if (after.role === before.role || Object.keys(renamed).length > 0)
      await note(access, request, 'user_changed', after, renamed, tx)
    const role = { from: before.role, to: after.role }
    if (role.from !== role.to) await note(access, request, 'user_role_changed', after, role, tx)
  }
