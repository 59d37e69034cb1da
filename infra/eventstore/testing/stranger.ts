import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'

/** Runs as another user of the machine. */
const [eventstore = '', database = '', runFile = ''] = process.argv.slice(2)
const client = EventStoreDBClient.connectionString(eventstore)
const postgres = new Client({ connectionString: database })

const tries: Readonly<Record<string, () => Promise<unknown>>> = {
  'read all events': async () => {
    for await (const _ of client.readAll()) return
  },
  append: () => client.appendToStream('componenttype-1', jsonEvent({ type: 'Bogus', data: {} })),
  tombstone: () => client.tombstoneStream('componenttype-1'),
  'connect to Postgres': () => postgres.connect(),
  'read run.json': async () => readFileSync(runFile),
}

const outcomes = new Map<string, string>()
for (const [what, attempt] of Object.entries(tries))
  await attempt().then(
    () => outcomes.set(what, 'succeeded'),
    (error: Error) => outcomes.set(what, error.message),
  )
console.log(JSON.stringify(Object.fromEntries(outcomes)))
process.exit()
