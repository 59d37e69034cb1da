import { sql, UniqueIntegrityConstraintViolationError } from 'slonik'
import { z } from 'zod'
import { role } from '#contracts/access-answers.ts'
import { lockedTransaction, snake } from '#kernel/database.ts'
import { refused } from '#kernel/refused.ts'
import type { Connection, Database, Transaction } from '../store/database.ts'

const account = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  role,
  active: z.boolean(),
  passwordHash: z.string().nullable(),
  passwordChangedAt: z.string().nullable(),
  totpSecret: z.string().nullable(),
  oidcSubject: z.string().nullable(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
})
export type Account = z.output<typeof account>

const column = (name: string) => sql.identifier([snake(name)])

const accountColumns = sql.join(
  Object.keys(account.shape).map(
    (name) => sql.fragment`${column(name)} as ${sql.identifier([name])}`,
  ),
  sql.fragment`, `,
)

/** Names that differ only in case or Unicode form are the same. */
export const usernameKey = (username: string): string =>
  username.normalize('NFKC').trim().toLowerCase()

const unique = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error
    const message = 'Brukernavnet er i bruk'
    throw refused('DUPLICATE', `${message}.`, [{ path: 'username', message }])
  }
}

export const accountByName = (db: Connection, username: string): Promise<Account | null> =>
  db.maybeOne(sql.type(account)`
    select ${accountColumns} from access.accounts where username_key = ${usernameKey(username)}`)

export const accountById = (db: Connection, id: string): Promise<Account | null> =>
  db.maybeOne(sql.type(account)`select ${accountColumns} from access.accounts where id = ${id}`)

export const accountBySubject = (db: Connection, subject: string): Promise<Account | null> =>
  db.maybeOne(sql.type(account)`
    select ${accountColumns} from access.accounts where oidc_subject = ${subject}`)

export const hasAccounts = async (db: Connection): Promise<boolean> =>
  (await db.maybeOne(sql.unsafe`select 1 from access.accounts limit 1`)) !== null

type NewAccount = Pick<Account, 'username' | 'name' | 'role' | 'passwordHash'> & {
  readonly oidcSubject?: string | null
}

export const createAccount = (
  db: Connection,
  { username, name, passwordHash, role: given, oidcSubject = null }: NewAccount,
  now: Date,
): Promise<Account> => {
  const at = sql.timestamp(now)
  const changedAt = passwordHash === null ? null : at
  return unique(
    db.one(sql.type(account)`
      insert into access.accounts
        (username, username_key, name, role, password_hash, password_changed_at, oidc_subject, created_at)
      values (${username.trim()}, ${usernameKey(username)}, ${name.trim()}, ${given},
        ${passwordHash}, ${changedAt}, ${oidcSubject}, ${at})
      returning ${accountColumns}`),
  )
}

type Value = string | number | boolean | Date | null | undefined
type Changes = { readonly [Name in Exclude<keyof Account, 'id'> | 'totpStep']?: Value } & {
  readonly username?: string | undefined
}

export const updateAccount = (db: Connection, id: string, changes: Changes): Promise<Account> => {
  const key = changes.username === undefined ? null : usernameKey(changes.username)
  const sets = [sql.fragment`username_key = coalesce(${key}, username_key)`]
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const stored = value instanceof Date ? sql.timestamp(value) : value
    sets.push(sql.fragment`${column(name)} = ${stored}`)
  }
  return unique(
    db.one(sql.type(account)`
      update access.accounts set ${sql.join(sets, sql.fragment`, `)}
      where id = ${id} returning ${accountColumns}`),
  )
}

/**
 * False if it was used before. Each step is kept: a clock that is set back asks for steps before the last one used.
 * `totp_step` is the last one that an older release accepted.
 */
export const spendTotpStep = async (db: Connection, id: string, step: number): Promise<boolean> => {
  const { rowCount } = await db.query(sql.unsafe`
    insert into access.totp_steps (account_id, step)
    select id, ${step} from access.accounts
    where id = ${id} and (totp_step is null or totp_step < ${step})
    on conflict do nothing`)
  return rowCount === 1
}

const hasAdministrator = async (tx: Transaction): Promise<boolean> =>
  (await tx.maybeOne(sql.unsafe`
    select 1 from access.accounts where role = 'administrator' and active limit 1`)) !== null

type Noted = (tx: Transaction, before: Account, after: Account) => Promise<unknown>

/** Runs one at a time, so that two administrators cannot remove each other. `noted` is in the same transaction. */
export const updateKeepingAdministrator = (
  db: Database,
  id: string,
  changes: Changes,
  noted: Noted = async () => undefined,
): Promise<Account> =>
  lockedTransaction(db, 'access.roles', async (tx) => {
    const had = await hasAdministrator(tx)
    const before = await accountById(tx, id)
    const account = await updateAccount(tx, id, changes)
    if (had && !(await hasAdministrator(tx)))
      throw refused('CONFLICT', 'Den siste administratoren kan ikke fjernes.')
    await noted(tx, before!, account)
    return account
  })
