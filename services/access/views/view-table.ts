import { sql } from 'slonik'
import { savedView, type SavedView } from '#contracts/access-answers.ts'
import { refused } from '#kernel/refused.ts'
import type { Database } from '../store/database.ts'

const mostOwn = 100

const columns = sql.fragment`
  v.id, v.list, v.name, v.address, v.shared, a.name as "createdBy", v.account_id as "accountId"`

/** One's own and those that are shared, by name. */
export const viewsFor = (
  db: Database,
  accountId: string,
  list: string,
): Promise<readonly SavedView[]> =>
  db.any(sql.type(savedView)`
    select ${columns} from access.views v join access.accounts a on a.id = v.account_id
    where v.list = ${list} and (v.shared or v.account_id = ${accountId})
    order by lower(v.name), v.id`)

export const viewById = (db: Database, id: string): Promise<SavedView | null> =>
  db.maybeOne(sql.type(savedView)`
    select ${columns} from access.views v join access.accounts a on a.id = v.account_id
    where v.id::text = ${id}`)

export type ViewWishes = Pick<SavedView, 'list' | 'name' | 'address' | 'shared'>

/** @throws CONFLICT where the account has too many. */
export const insertView = async (
  db: Database,
  accountId: string,
  { list, name, address, shared }: ViewWishes,
): Promise<SavedView> => {
  const made = await db.maybeOne(sql.type(savedView)`
    with v as (
      insert into access.views (account_id, list, name, address, shared)
      select ${accountId}, ${list}, ${name}, ${address}, ${shared}
      where (select count(*) from access.views where account_id = ${accountId}) < ${mostOwn}
      returning *
    ) select ${columns} from v join access.accounts a on a.id = v.account_id`)
  if (made) return made
  throw refused('CONFLICT', `En konto kan ha ${mostOwn} visninger. Slett noen først.`)
}

export const renameView = async (db: Database, id: string, name: string): Promise<void> => {
  await db.query(sql.unsafe`update access.views set name = ${name} where id = ${id}`)
}

export const deleteView = async (db: Database, id: string): Promise<void> => {
  await db.query(sql.unsafe`delete from access.views where id = ${id}`)
}
