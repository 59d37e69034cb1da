import { setTimeout as delay } from 'node:timers/promises'
import { startAudit } from '#audit/audit.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { openKeyring } from '#kernel/privacy/keyring.ts'
import { privateLog } from '#kernel/privacy/private-log.ts'
import { withoutSkipped } from '#kernel/skipped-events.ts'
import { journalItems } from '#projector/journal/items.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { refill } from '#projector/kernel/prepare-schema.ts'
import { createReadSide } from '#projector/projections.ts'
import { timed } from './frame.ts'

export type Refilled = {
  readonly tables: number
  /** Milliseconds for the tables and the audit tree, which are built in parallel. */
  readonly all: number
  readonly megabytes: number
  /** Milliseconds for the first page of the journal, read for the first time. */
  readonly journal: number
  /** Seconds of processor time of the process. */
  readonly processor: number
}

const fail = (error: unknown): never => {
  throw error
}

const readJournal = async (url: string): Promise<number> => {
  const pool = await openPool(url)
  const milliseconds = await timed(async () => {
    const items = await journalItems({ pool, usernames: async () => [] }, {}, undefined, 51)
    if (items.length < 51) fail(new Error('The journal has no full page'))
  })
  await pool.end()
  return milliseconds
}

/** Builds everything that the projector makes from a log. Runs in a child process with the projector's settings. */
const refilled = async (store: string, url: string, events: number): Promise<Refilled> => {
  const keyring = await openKeyring(url)
  const stored = openEventLog(store)
  const log = withoutSkipped(privateLog(stored, keyring))
  const start = performance.now()
  const before = process.cpuUsage()
  const audit = await startAudit({ url, log: stored.secondReader, report: fail })
  await refill(url, createReadSide().projections, { log })
  const tables = performance.now() - start
  while ((await audit.current()).tree.size() < events) await delay(100)
  const all = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  await audit.stop()
  await log.close()
  await keyring.close()
  const megabytes = process.resourceUsage().maxRSS / 1024
  const journal = await readJournal(url)
  return { tables, all, megabytes, journal, processor: (user + system) / 1e6 }
}

const [store = '', url = '', events] = process.argv.slice(2)
process.send!(await refilled(store, url, Number(events)))
process.disconnect()
