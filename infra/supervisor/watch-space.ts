import { setTimeout as sleep } from 'node:timers/promises'
import { giveBallast, takeBallast } from '../postgres/ballast.ts'
import { reserveOf, spaceIn } from '../../services/kernel/disk.ts'
import { complain, say } from './say.ts'

const every = 1_000

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Tells whoever operates the system that the disk fills, and keeps room on it for the database. */
export const watchSpace = async (dataDir: string, signal: AbortSignal): Promise<void> => {
  let wasLow = false
  let lastFault = ''
  const look = async () => {
    const { size, free } = await spaceIn(dataDir)
    const isLow = free < reserveOf(size)
    if (isLow && !wasLow)
      complain(
        `Lite diskplass: ${inMegabytes(free)} ledig i ${dataDir}. Lesing går videre, men endringer tas ikke imot før ${inMegabytes(reserveOf(size))} er ledig.`,
      )
    if (!isLow && wasLow) say('Det er plass på disken igjen. Endringer tas imot.')
    wasLow = isLow
    if (await giveBallast(dataDir))
      complain('Disken er full. Plassen som var holdt av, er gitt til databasen. Rydd straks.')
    if (!isLow) await takeBallast(dataDir)
    lastFault = ''
  }
  while (!signal.aborted) {
    await look().catch((error: unknown) => {
      // Said once, and not each second.
      if (String(error) !== lastFault) complain(`Diskplassen kan ikke følges: ${String(error)}`)
      lastFault = String(error)
    })
    await sleep(every, undefined, { ref: false })
  }
}
