import { Client, DatabaseError, escapeIdentifier } from 'pg'

const duplicateDatabase = '42P04'
const unknownDatabase = '3D000'

export const onConnection = async <T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const onServer = async (url: string, statement: string): Promise<void> => {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  await onConnection(maintenance.href, (client) => client.query(statement))
}

export const databaseName = (url: string): string =>
  decodeURIComponent(new URL(url).pathname.slice(1))

const ignoring =
  (code: string) =>
  (error: unknown): void => {
    if (!(error instanceof DatabaseError && error.code === code)) throw error
  }

export const ensureDatabase = async (url: string): Promise<void> => {
  const exists = await onConnection(url, async () => true).catch(ignoring(unknownDatabase))
  if (!exists)
    await onServer(url, `create database ${escapeIdentifier(databaseName(url))}`).catch(
      ignoring(duplicateDatabase),
    )
}
