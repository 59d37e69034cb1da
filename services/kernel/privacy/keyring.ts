import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import { openTables } from '../database.ts'

type Key = { readonly id: string; readonly key: Buffer }

const keyRow = sql.type(z.object({ id: z.string(), key: z.string() }))
const subjectRow = sql.type(z.object({ subject: z.string() }))
const secretRow = sql.type(z.object({ value: z.string() }))

const asKey = ({ id, key }: { id: string; key: string }): Key => ({
  id,
  key: Buffer.from(key, 'base64'),
})

const tables = {
  schema: 'privacy',
  last: 'secrets',
  statements: [
    sql.unsafe`
      create table if not exists privacy.keys (
        number bigint generated always as identity,
        id text primary key,
        subject text not null,
        key text not null,
        made_at timestamptz not null default now())`,
    sql.unsafe`create index if not exists keys_subject on privacy.keys (subject)`,
    sql.unsafe`
      create table if not exists privacy.secrets (name text primary key, value text not null)`,
  ],
}

/** Encryption keys by subject. Deleting a key erases what it encrypted, in every copy (crypto-shredding). */
export const openKeyring = async (url: string) => {
  const pool = await openTables(url, tables, { maxPoolSize: 4 })

  const renew = async (subject: string): Promise<Key> => {
    const key = { id: randomUUID(), key: randomBytes(32) }
    await pool.query(sql.unsafe`
      insert into privacy.keys (id, subject, key)
      values (${key.id}, ${subject}, ${key.key.toString('base64')})`)
    return key
  }

  return {
    renew,
    current: async (subject: string): Promise<Key> => {
      const known = await pool.maybeOne(keyRow`
        select id, key from privacy.keys where subject = ${subject} order by number desc limit 1`)
      return known ? asKey(known) : renew(subject)
    },
    /** A missing key was shredded. */
    find: async (ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
      const rows = await pool.any(keyRow`
        select id, key from privacy.keys where id = any(${sql.array([...ids], 'text')})`)
      return new Map(rows.map((row) => [row.id, asKey(row).key]))
    },
    /** Deletes all keys of the subject, or those older than the key `before`. */
    shred: async (subject: string, before?: string): Promise<void> => {
      const older = sql.fragment`
        and number < (select number from privacy.keys where id = ${before ?? null})`
      await pool.query(sql.unsafe`
        delete from privacy.keys where subject = ${subject} ${before === undefined ? sql.fragment`` : older}`)
    },
    subjects: async (): Promise<readonly string[]> => {
      const rows = await pool.any(subjectRow`select distinct subject from privacy.keys`)
      return rows.map(({ subject }) => subject)
    },
    secret: async (name: string): Promise<Buffer> => {
      await pool.query(sql.unsafe`
        insert into privacy.secrets values (${name}, ${randomBytes(32).toString('base64')})
        on conflict do nothing`)
      const { value } = await pool.one(secretRow`
        select value from privacy.secrets where name = ${name}`)
      return Buffer.from(value, 'base64')
    },
    close: (): Promise<void> => pool.end(),
  }
}

export type Keyring = Awaited<ReturnType<typeof openKeyring>>
