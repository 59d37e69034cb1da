import type { ClientBase } from 'pg'

/** Increase it when old rows can no longer be read. */
const format = 1

const tables = `
  create table if not exists log_format (version int not null);
  create table if not exists events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    type text collate "C" not null,
    id text collate "C" not null,
    record bytea not null,
    checksum int not null,
    unique (stream, revision)
  );
  comment on table events is 'The event log. record is the protobuf message RecordedEvent of EventStoreDB.';
  insert into log_format select ${format} where not exists (select from log_format);
`

export const prepareSchema = async (client: ClientBase): Promise<void> => {
  await client.query(tables)
  const { rows } = await client.query<{ version: number }>('select version from log_format')
  if (rows.length === 1 && rows[0]!.version === format) return
  throw new Error(
    `Hendelseslageret har format ${rows[0]?.version}, og denne versjonen kan bare lese format ${format}.`,
  )
}

/** Acknowledged events must survive a power cut. */
export const requireDurable = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes')`,
  )
  const off = rows.filter(({ setting }) => setting !== 'on').map(({ name }) => name)
  if (off.length === 0) return
  throw new Error(
    `Postgres kjører uten ${off.join(' og ')}, og hendelser kan gå tapt ved strømbrudd. Slå det på.`,
  )
}
