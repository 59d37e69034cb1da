import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSystem } from '#infra/testing/blackbox/system.ts'
import { median, percentile } from '#bench/statistics.ts'
import { startLoad } from '#infra/testing/faults/load.ts'
import { formatted, type Benchmark } from './frame.ts'

const clients = 200

/** `mixed 10`: 200 users of every kind work for ten minutes. */
export const mixed: Benchmark = async ([minutes = '10']) => {
  const [importers, writers] = [clients / 20, clients / 4]
  const crowd = { writers, importers, readers: clients - writers - importers, pause: 1_000 }
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-mixed-'))
  const system = await startSystem(dataDir)
  try {
    const work = await startLoad(system.base, crowd, 1)
    await delay(Number(minutes) * 60_000)
    await work.stop()
    const { statuses, times, faults } = work.ledger
    const failed = [...statuses]
      .filter(([status]) => status === 'lost' || Number(status) >= 500)
      .reduce((sum, [, count]) => sum + count, 0)
    for (const fault of faults.slice(0, 20)) console.log(fault)
    return [
      { what: 'answers', ours: [...statuses].map((pair) => pair.join(': ')).join(', ') },
      ...[...times].map(([kind, all]) => ({
        what: `${kind}, ${all.length} answers, p50 / p99`,
        ours: `${formatted(median(all))} / ${formatted(percentile(all, 0.99))} ms`,
      })),
      {
        what: 'answers 5xx or lost, and faults',
        ours: `${failed + faults.length}`,
        ratio: failed + faults.length === 0 ? 1 : 0,
        floor: 1,
      },
    ]
  } finally {
    await system.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
