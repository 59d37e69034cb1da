/** Parts of the system that have a role of their own in the embedded Postgres. */
export const parts = ['command', 'projector', 'query', 'gateway', 'eventstore'] as const
export type Part = (typeof parts)[number]

export const roleOf = (part: Part): string => `stykkliste_${part}`

const all = (some: readonly Part[]): string => some.map(roleOf).join(', ')

/** Passwords are of letters, digits, - and _ only. */
export const withPassword = (part: Part, password: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${roleOf(part)}') then
      create role ${roleOf(part)};
    end if;
  end $$;
  alter role ${roleOf(part)} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password '${password}'`

type Owned = readonly (readonly [schema: string, owner: Part])[]

/** Hands over what lies in these schemas, as far as it belongs to another yet. */
const handOver = (owned: Owned): string => `
  do $$ declare change text; begin
    for change in
      with owned as (
        select n.oid, nspname, nspowner, o.role from pg_namespace n
        join (values ${owned.map(([schema, owner]) => `('${schema}', '${roleOf(owner)}')`).join()})
          as o (schema, role) on nspname = schema)
      select format('alter schema %I owner to %I', nspname, role) from owned
        where nspowner <> role::regrole and nspname <> 'public'
      union all
      select format('alter table %s owner to %I', c.oid::regclass, role)
        from pg_class c join owned on relnamespace = owned.oid
        where relowner <> role::regrole and relkind in ('r', 'p', 'v', 'm')
      union all
      select format('alter routine %s owner to %I', p.oid::regprocedure, role)
        from pg_proc p join owned on pronamespace = owned.oid
        where proowner <> role::regrole and not exists (
          select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select format('alter collation %I.%I owner to %I', nspname, collname, role)
        from pg_collation join owned on collnamespace = owned.oid
        where collowner <> role::regrole
    loop execute change; end loop;
  end $$`

/** In the database of the read tables, accounts and keys. */
export const mainRights: readonly string[] = [
  'revoke all on database stykkliste from public',
  `grant connect on database stykkliste to ${all(['command', 'projector', 'query', 'gateway'])}`,
  // Read tables are filled in a schema beside those in use, which then takes its name.
  `grant create on database stykkliste to ${roleOf('projector')}`,
  `create schema if not exists access authorization ${roleOf('gateway')}`,
  `create schema if not exists privacy authorization ${roleOf('command')}`,
  `create schema if not exists import authorization ${roleOf('command')}`,
  `create schema if not exists command authorization ${roleOf('command')}`,
  // Holds the key that signs: made here, since what the projector makes is open to who asks queries.
  `create schema if not exists audit authorization ${roleOf('projector')}`,
  // The mark of the installation is the owner's, and looked at by who writes.
  'create schema if not exists installation',
  `grant usage on schema installation to ${roleOf('command')}`,
  `grant select on all tables in schema installation to ${roleOf('command')}`,
  `alter default privileges in schema installation grant select on tables to ${roleOf('command')}`,
  handOver([
    ['access', 'gateway'],
    ['privacy', 'command'],
    ['import', 'command'],
    ['command', 'command'],
    ['audit', 'projector'],
    ['read', 'projector'],
    ['read_next', 'projector'],
    ['read_verify', 'projector'],
    ['read_retired', 'projector'],
  ]),
  `alter default privileges for role ${roleOf('projector')} grant usage on schemas to ${roleOf('query')}`,
  `alter default privileges for role ${roleOf('projector')} grant select on tables to ${roleOf('query')}`,
  // Of a release before, for which that did not hold yet.
  `do $$ begin
    if exists (select from pg_namespace where nspname = 'read') then
      grant usage on schema read to ${roleOf('query')};
      grant select on all tables in schema read to ${roleOf('query')};
    end if;
  end $$`,
]

/** What is personal is sealed in the log: who reads it needs the keys. */
export const keyRights: readonly string[] = [
  `grant usage on schema privacy to ${roleOf('projector')}`,
  `grant select on privacy.keys to ${roleOf('projector')}`,
]

/** In the database of the event log. */
export const eventRights: readonly string[] = [
  'revoke all on database eventstore from public',
  'revoke all on database postgres from public',
  `alter database eventstore owner to ${roleOf('eventstore')}`,
  handOver([['public', 'eventstore']]),
]
