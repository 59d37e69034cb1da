import { EventStoreDBClient } from '@eventstore/db-client'
import { argumentsOf } from '#infra/arguments.ts'
import { connectDirectly } from '#infra/direct-connections.ts'
import {
  checkCaFile,
  credentialsIn,
  hardened,
  isStoreAddress,
} from '../client/connection-string.ts'
import { messageOf, storeProblem } from '../client/explain-error.ts'
import { exportEvents } from './export.ts'
import { importEvents } from './import.ts'

const usage = `Bruk:
  npm run events:export -- --file <fil> [--store <esdb://...>]
  npm run events:import -- --file <fil> [--store <esdb://...>]
Uten --store gjelder EVENTSTORE_URL. En avbrutt kjøring fortsetter der den slapp.`

const every = 10_000

/** Other errors already have a message for the operator. */
const isOfStore = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'number') ||
    'type' in error ||
    /discover/.test(error.message))

const run = async (): Promise<boolean> => {
  const options = { file: { type: 'string' }, store: { type: 'string' } } as const
  const { values, words } = argumentsOf(usage, options, 1)
  const url = values.store ?? process.env['EVENTSTORE_URL']
  const [what] = words
  if (!values.file || !url || (what !== 'export' && what !== 'import')) throw new Error(usage)

  if (!isStoreAddress(url))
    throw new Error(
      `${url} er ingen adresse til et hendelseslager. Den begynner med esdb:// eller kurrentdb://.`,
    )
  checkCaFile(url)
  connectDirectly()
  const client = EventStoreDBClient.connectionString(hardened(url))
  let shown = 0
  const progress = (events: number) => {
    if (events - shown < every) return
    shown = events
    console.log(`${events.toLocaleString('nb')} hendelser`)
  }
  const target = { client, credentials: credentialsIn(url) }
  const { store, file } = await (what === 'export'
    ? exportEvents(client, values.file, progress)
    : importEvents(target, values.file, progress))
  await client.dispose()
  console.log(`Lageret: ${store.events} hendelser, ${store.digest}`)
  console.log(`Filen:   ${file.events} hendelser, ${file.digest}`)
  const same = store.events === file.events && store.digest === file.digest
  console.log(same ? 'De er like.' : 'De er IKKE like.')
  return same
}

try {
  process.exit((await run()) ? 0 : 1)
} catch (error) {
  console.error(isOfStore(error) ? storeProblem(error) : messageOf(error))
  process.exit(1)
}
