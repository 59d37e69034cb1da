import { forgetLog, foreignLog, snapshotIn } from '#command/model/log-checkpoint.ts'
import { DeadLetter } from '#projector/kernel/apply.ts'
import { openPool } from '#projector/kernel/pool.ts'
import { fillAhead, lostByRefill, refill } from '#projector/kernel/prepare-schema.ts'
import { createReadSide } from '#projector/projections.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { argumentsOf } from '#infra/arguments.ts'
import { askHealth } from '#infra/supervisor/liveness.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { spaceIn } from '#kernel/disk.ts'
import { requireRoomForTables } from './room-for-tables.ts'
import { progress, runTool, withParts, type Parts } from './tool.ts'

const acceptLog = async ({ dataDir, databaseUrl, log }: Parts): Promise<void> => {
  const pool = await openPool(databaseUrl, { size: 1, timeouts: false })
  const lost = await lostByRefill(pool, log)
  await pool.end()
  if (lost !== null) console.log(`${lost} Lesetabellene kastes, og lages av loggen som den er nå.`)
  const snapshot = snapshotIn(dataDir)
  if ((await foreignLog(log, snapshot)) === null) return
  console.log('Det skrivetjenesten husker av loggen, kastes også.')
  await forgetLog(snapshot)
}

const readWithin = 60_000

/** Null when the running system uses the new tables. */
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

const reportAhead = (seconds: string) => {
  console.log(
    `Lesetabellene for denne utgaven er fylt på ${seconds} s, ved siden av dem som er i bruk. Start denne utgaven, så tar den dem i bruk.`,
  )
  return true
}

const usage = `Bruk: npm run rebuild -- [--ahead]
Lager lesetabellene på nytt av hendelsesloggen. Med --ahead: ved siden av dem som er i bruk, til neste start.`
const { ahead } = argumentsOf(usage, { ahead: { type: 'boolean' } }).values

/** With --ahead the running older release keeps its tables, and the next start swaps. */
await runTool(() =>
  withParts(configuration(process.env), async (parts) => {
    const { databaseUrl, log, isRunning } = parts
    const began = performance.now()
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
    if (ahead) return reportAhead(seconds)
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
