import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { startEventStore } from '#infra/eventstore/server/start.ts'
import { startPostgres } from '#infra/postgres/start.ts'
import { administrator, startSystem } from '../blackbox/system.ts'
import { signIn } from '../rest/client.ts'
import { bomCatalogue, type BomCatalogue, type Size } from './bom-catalogue.ts'
import { writeCatalogue } from './bom-events.ts'
import { shown, timed } from './measuring.ts'
import { watchMemory } from './memory.ts'

const fillStore = async (dataDir: string, catalogue: BomCatalogue): Promise<number> => {
  // Not what is measured, so without waiting for the disk.
  const postgres = await startPostgres({ dataDir, settings: 'forgetful' })
  const databaseUrl = await postgres.ensureDatabase('eventstore')
  const store = await startEventStore({ databaseUrl, durable: false })
  const log = openEventLog(store.url, { deadlineMs: 60_000 })
  try {
    return await writeCatalogue(log, catalogue)
  } finally {
    await log.close()
    await store.stop()
    await postgres.stop()
  }
}

const started = async (dataDir: string, top: number) => {
  const watch = watchMemory()
  let system!: Awaited<ReturnType<typeof startSystem>>
  const start = await timed(async () => {
    system = await startSystem(dataDir, { WEB_BUILD: 'off' })
  })
  const ready = watch.now()
  const most = watch.peak()
  const client = await signIn(system.base, administrator.username, administrator.password)
  for (const path of ['bom', 'bom/hierarchy', 'cost', 'export?view=flat&format=csv'])
    for (let round = 0; round < 5; round++) {
      const { status } = await client('GET', `/api/assemblytypes/${top}/${path}`)
      if (status !== 200) throw new Error(`${path}: ${status}`)
    }
  const read = watch.now()
  const again = watch.startedAgain()
  watch.stop()
  await system.stop()
  if (again.length > 0) throw new Error(`Started again: ${again.join(', ')}`)
  return { start, most, ready, read }
}

/**
 * The whole system, started on a log that holds a catalogue: how long until it answers, and how much memory
 * each process takes meanwhile, then, and after the largest stykkliste was read; and once more, with the
 * tables and the command service's snapshot in place.
 */
export const memoryMeasures = async (size: Size): Promise<readonly string[][]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  try {
    const catalogue = bomCatalogue(size)
    let events = 0
    const filling = await timed(async () => {
      events = await fillStore(dataDir, catalogue)
    })
    const rows = [
      [
        `${events.toLocaleString('en')} events appended, events/s`,
        shown((events / filling) * 1_000),
        '',
        '',
      ],
    ]
    for (const title of ['first start', 'second start']) {
      const { start, most, ready, read } = await started(dataDir, catalogue.top)
      rows.push([`${title}, until the whole system is ready, s`, shown(start / 1_000), '', ''])
      for (const [name, megabytes] of most) {
        // This process has one of its own, too.
        if (name === 'Postgres') continue
        const three = [megabytes, ready.get(name), read.get(name)]
        rows.push([
          `${title}, ${name}: MB at most until ready, then, after reading`,
          three.map((one) => shown(one ?? 0)).join(', '),
          '',
          '',
        ])
      }
    }
    return rows
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
