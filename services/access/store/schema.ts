import { sql } from 'slonik'

/** Migrations run once, in order. Never edit a released one. */
export const steps = [
  [
    sql.unsafe`
      create table access.accounts (
        id uuid primary key default gen_random_uuid(),
        username text not null,
        username_key text not null unique,
        name text not null,
        role text not null check (role in ('leser', 'redaktør', 'revisor', 'administrator')),
        active boolean not null default true,
        password_hash text,
        password_changed_at timestamptz,
        totp_secret text,
        totp_step bigint,
        oidc_subject text unique,
        created_at timestamptz not null,
        last_login_at timestamptz
      )`,
    sql.unsafe`
      create table access.sessions (
        id uuid primary key default gen_random_uuid(),
        id_hash bytea not null unique,
        account_id uuid not null references access.accounts on delete cascade,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        address text not null,
        browser text not null
      )`,
    sql.unsafe`create index on access.sessions (account_id)`,
    sql.unsafe`
      create table access.codes (
        code_hash bytea primary key,
        purpose text not null check (purpose in ('first', 'invited', 'reset')),
        account_id uuid unique references access.accounts on delete cascade,
        expires_at timestamptz not null
      )`,
    sql.unsafe`
      create table access.throttle (
        key text primary key,
        failures integer not null,
        started_at timestamptz not null,
        blocked_until timestamptz
      )`,
    sql.unsafe`
      create table access.security_log (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        event text not null,
        account_id uuid,
        username text not null,
        address text not null,
        browser text not null,
        details jsonb not null
      )`,
    sql.unsafe`create index on access.security_log (event, id)`,
    sql.unsafe`
      create function access.refuse_change() returns trigger language plpgsql as $$
        begin raise exception 'the security log is only ever added to'; end $$`,
    sql.unsafe`
      create trigger only_added_to before update or truncate on access.security_log
        for each statement execute function access.refuse_change()`,
  ],
  [
    sql.unsafe`alter table access.security_log add column count integer not null default 1`,
    sql.unsafe`drop trigger only_added_to on access.security_log`,
    sql.unsafe`
      create trigger never_emptied before truncate on access.security_log
        for each statement execute function access.refuse_change()`,
    sql.unsafe`
      create trigger only_counted_on before update on access.security_log for each row
        when (new.count < old.count or to_jsonb(new) - 'count' is distinct from to_jsonb(old) - 'count')
        execute function access.refuse_change()`,
  ],
  [
    sql.unsafe`
      create table access.tokens (
        id uuid primary key default gen_random_uuid(),
        token_hash bytea not null unique,
        account_id uuid not null references access.accounts on delete cascade,
        name text not null,
        role text not null check (role in ('leser', 'redaktør', 'revisor', 'administrator')),
        created_by uuid not null references access.accounts on delete cascade,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_used_at timestamptz
      )`,
    sql.unsafe`create index on access.tokens (account_id)`,
  ],
  [
    sql.unsafe`
      create table access.views (
        id uuid primary key default gen_random_uuid(),
        account_id uuid not null references access.accounts on delete cascade,
        list text not null,
        name text not null,
        address text not null,
        shared boolean not null
      )`,
    sql.unsafe`create index on access.views (account_id)`,
    sql.unsafe`create index on access.views (list) where shared`,
  ],
  [
    sql.unsafe`
      create table access.totp_steps (
        account_id uuid not null references access.accounts on delete cascade,
        step bigint not null,
        primary key (account_id, step)
      )`,
  ],
] as const
