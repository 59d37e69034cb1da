import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { test, type Test } from 'tap'
import { setUpDatabases, type PartDatabases } from './part-databases.ts'
import { startPostgres } from './start.ts'

const ask = async (url: string, text: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const answered = await client.query({ text, rowMode: 'array' })
    return [answered].flat().flatMap(({ rows }) => rows.flat())
  } finally {
    await client.end()
  }
}

const someServer = async (t: Test) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-test-'))
  const server = await startPostgres({ dataDir, settings: 'volatile' })
  t.teardown(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return server
}

/** As an older release created it: one role owns everything. */
const olderRelease = `
  create schema read;
  create collation read.norwegian (provider = icu, locale = 'nb-NO');
  create table read.motors (id int primary key, name text collate read.norwegian);
  insert into read.motors values (1, 'm');
  create schema access;
  create table access.accounts (id bigint generated always as identity primary key, name text);
  create function access.refuse_change() returns int language sql as 'select 1';
  create schema privacy;
  create table privacy.keys (
    number bigint generated always as identity, id text primary key, subject text not null,
    key text not null, made_at timestamptz not null default now());
  create table privacy.secrets (name text primary key, value text not null);
  insert into privacy.keys (id, subject, key) values ('k', 's', 'v')`

const denied = { code: '42501' }

const allowed = async (t: Test, url: string, statements: readonly string[]): Promise<void> => {
  for (const text of statements) await t.resolves(ask(url, text), text)
}
const refused = async (t: Test, url: string, statements: readonly string[]): Promise<void> => {
  for (const text of statements) await t.rejects(ask(url, text), denied, text)
}

const checkRights = async (t: Test, owner: string, databases: PartDatabases): Promise<void> => {
  const { command, projector, query, gateway, eventstore } = databases
  const readKeys = 'select * from privacy.keys'
  const readSecrets = 'select * from privacy.secrets'
  const readAccounts = 'select * from access.accounts'
  const readTables = 'select * from read.motors'
  const writeTables = `insert into read.motors values (1, 'm') on conflict do nothing`
  const newSchema = 'create schema mine'

  await ask(owner, 'create table if not exists installation.mark (id text)')
  const readMark = 'select * from installation.mark'
  await allowed(t, command, [readMark, readKeys, readSecrets, 'update privacy.keys set key = key'])
  await refused(t, command, ['delete from installation.mark'])
  await refused(t, command, [readAccounts, readTables, writeTables, newSchema])

  const signingKeys = 'table audit.key'
  await allowed(t, projector, [readTables, writeTables, readKeys])
  await allowed(t, projector, ['create table if not exists audit.key ()', signingKeys])
  await refused(t, projector, [readSecrets, readAccounts, 'delete from privacy.keys'])

  await allowed(t, query, [readTables])
  const changes = [writeTables, 'truncate read.motors', 'drop table read.motors', newSchema]
  await refused(t, query, [...changes, 'create table read.mine ()', readKeys, readAccounts])
  await refused(t, query, [signingKeys])
  // The new read tables replace those in use.
  await ask(
    projector,
    `create schema read_next; create table read_next.motors (id int primary key, name text);
     alter schema read rename to read_retired; alter schema read_next rename to read;
     drop schema read_retired cascade`,
  )
  await allowed(t, query, [readTables])

  await allowed(t, gateway, [
    `insert into access.accounts (name) values ('a')`,
    'create table if not exists access.steps ()',
    'create or replace function access.refuse_change() returns int language sql as $$select 2$$',
  ])
  await refused(t, gateway, [readTables, writeTables, readKeys, newSchema])

  await allowed(t, eventstore, ['create table if not exists events ()', 'select * from events'])
  for (const stranger of [command, projector, query, gateway])
    await t.rejects(ask(stranger.replace('/stykkliste?', '/eventstore?'), 'select 1'), denied)
  await t.rejects(ask(eventstore.replace('/eventstore?', '/stykkliste?'), 'select 1'), denied)
}

test('each part can use its own tables and nothing else, also in a data folder of an older release', async (t) => {
  const server = await someServer(t)
  await ask(await server.ensureDatabase('stykkliste'), olderRelease)
  await ask(await server.ensureDatabase('eventstore'), 'create table events ()')
  await setUpDatabases(server, async () => undefined)
  const { main, parts } = await setUpDatabases(server, async () => undefined)
  await checkRights(t, main, parts)
  t.same(await ask(parts.projector, 'select id from read.motors'), [])
  t.same(await ask(main, `select rolname from pg_roles where rolsuper`), ['stykkliste'])
})

test('an empty server is set up for all parts, and old passwords stop working', async (t) => {
  const server = await someServer(t)
  const before = await setUpDatabases(server, async () => undefined)
  const { main, parts } = await setUpDatabases(server, async () => undefined)
  await ask(
    parts.projector,
    'create schema read; create table read.motors (id int primary key, name text)',
  )
  await ask(
    parts.gateway,
    'create table access.accounts (id bigint generated always as identity, name text)',
  )
  await checkRights(t, main, parts)
  await t.rejects(ask(before.parts.gateway, 'select 1'), { code: '28P01' })
})

test('no role is created or changed in databases of another installation', async (t) => {
  const server = await someServer(t)
  const foreign = () => Promise.reject(new Error('of another'))
  await t.rejects(setUpDatabases(server, foreign), { message: 'of another' })
  const roles = `select rolname from pg_roles where rolname like 'stykkliste_%'`
  t.same(await ask(server.url('postgres'), roles), [])
})
