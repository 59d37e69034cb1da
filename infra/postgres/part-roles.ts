export const parts = ['command', 'projector', 'query', 'gateway', 'eventstore'] as const
export type Part = (typeof parts)[number]

export const roleOf = (part: Part): string => `stykkliste_${part}`

const all = (some: readonly Part[]): string => some.map(roleOf).join(', ')

/** Passwords must not contain quotes: they are base64url. */
export const withPassword = (part: Part, password: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${roleOf(part)}') then
      create role ${roleOf(part)};
    end if;
  end $$;
  alter role ${roleOf(part)} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password '${password}'`

type Owned = readonly (readonly [schema: string, owner: Part])[]

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

export const mainRights: readonly string[] = [
  'revoke all on database stykkliste from public',
  `grant connect on database stykkliste to ${all(['command', 'projector', 'query', 'gateway'])}`,
  // The projector fills a new schema next to the current one and then renames it.
  `grant create on database stykkliste to ${roleOf('projector')}`,
  `create schema if not exists access authorization ${roleOf('gateway')}`,
  `create schema if not exists privacy authorization ${roleOf('command')}`,
  `create schema if not exists import authorization ${roleOf('command')}`,
  `create schema if not exists command authorization ${roleOf('command')}`,
  // Created here, since the query role may read every schema that the projector creates.
  `create schema if not exists audit authorization ${roleOf('projector')}`,
  // Only the owner may write the installation's mark; the command service reads it.
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
  // For a schema of an older release, created without these default privileges.
  `do $$ begin
    if exists (select from pg_namespace where nspname = 'read') then
      grant usage on schema read to ${roleOf('query')};
      grant select on all tables in schema read to ${roleOf('query')};
    end if;
  end $$`,
]

/** Personal data is encrypted in the log, so reading it takes the keys. */
export const keyRights: readonly string[] = [
  `grant usage on schema privacy to ${roleOf('projector')}`,
  `grant select on privacy.keys to ${roleOf('projector')}`,
]

export const eventRights: readonly string[] = [
  'revoke all on database eventstore from public',
  'revoke all on database postgres from public',
  `alter database eventstore owner to ${roleOf('eventstore')}`,
  handOver([['public', 'eventstore']]),
]
