import { forgetLog, foreignLog, marksOf, snapshotIn } from '#command/model/log-checkpoint.ts'
import { DeadLetter } from '#projector/kernel/dead-letter.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { fillAhead, lostByRefill, refill } from '#projector/kernel/prepare-schema.ts'
import { createReadSide } from '#projector/projections.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askHealth } from '#infra/supervisor/liveness.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { spaceIn } from '#kernel/disk.ts'
import { requireRoomForTables } from './room-for-tables.ts'
import { progress, runTool, withParts, type Parts } from './tool.ts'

/** Of another log than the tables were read from, it says first what it throws away. */
const acceptLog = async ({ dataDir, databaseUrl, log }: Parts): Promise<void> => {
  const pool = await openPool(databaseUrl, { size: 1, patient: true })
  const lost = await lostByRefill(pool, log)
  await pool.end()
  if (lost !== null) console.log(`${lost} Lesetabellene kastes, og lages av loggen som den er nå.`)
  const marks = marksOf(snapshotIn(dataDir))
  if ((await foreignLog(log, marks)) === null) return
  console.log('Det skrivetjenesten husker av loggen, kastes også.')
  await forgetLog(marks)
}

const readWithin = 60_000

/** Why the running system does not read the new tables; null when it does. */
const problemOf = async (dataDir: string): Promise<string | null> => {
  let problem = 'Systemet svarer ikke.'
  for (const end = Date.now() + readWithin; Date.now() < end; await sleep(500)) {
    const running = runningSystem(dataDir)
    if (!running) return 'Systemet ble stoppet.'
    const { projectorUrl } = running
    const health = await askHealth(`${projectorUrl}/internal/health`)
    if (health?.ok) return null
    problem = health?.reason ?? problem
  }
  return problem
}

/** The tables are of this release, and it is the older one that runs. */
const saidAhead = (seconds: string) => {
  console.log(
    `Lesetabellene for denne utgaven er fylt på ${seconds} s, ved siden av dem som er i bruk. Start denne utgaven, så tar den dem i bruk.`,
  )
  return true
}

/**
 * `npm run rebuild`: fills every read table anew from the log, beside those in use, and swaps. With `--ahead` it leaves
 * the swap to the start of this release, and the older one answers meanwhile.
 */
await runTool(() =>
  withParts(configuration(process.env), async (parts) => {
    const { databaseUrl, log, isRunning } = parts
    const { ahead } = parseArgs({ options: { ahead: { type: 'boolean' } } }).values
    const began = performance.now()
    // Of another Postgres than the embedded one, the disk is not known.
    if (configuration(process.env).databaseUrl === undefined)
      await requireRoomForTables(databaseUrl, await spaceIn(parts.dataDir))
    if (!ahead) await acceptLog(parts)
    const { projections } = createReadSide()
    await (ahead ? fillAhead : refill)(databaseUrl, projections, {
      log,
      progress: progress('Lesetabellene fylles på nytt'),
    }).catch((error: unknown) => {
      throw error instanceof DeadLetter ? new Error(error.reason) : error
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (ahead) return saidAhead(seconds)
    const problem = isRunning ? await problemOf(parts.dataDir) : null
    if (problem !== null) {
      console.error(`Lesetabellene er fylt på nytt, men leses ikke: ${problem}`)
      return false
    }
    const note = isRunning ? ' Systemet har kjørt hele tiden.' : ''
    console.log(`Lesetabellene er fylt på nytt på ${seconds} s.${note}`)
    return true
  }),
)
