import { setTimeout as sleep } from 'node:timers/promises'
import { releaseReservedSpace, reserveSpace } from '../postgres/reserved-space.ts'
import { reserveOf, spaceIn } from '#kernel/disk.ts'

const every = 1_000

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Tells whoever operates the system that the disk fills, and keeps room on it for the database. */
export const watchDisk = async (dataDir: string, signal: AbortSignal): Promise<void> => {
  let wasLow = false
  let lastFault = ''
  const look = async () => {
    const { size, free } = await spaceIn(dataDir)
    const isLow = free < reserveOf(size)
    if (isLow && !wasLow)
      console.error(
        `Lite diskplass: ${inMegabytes(free)} ledig i ${dataDir}. Lesing går videre, men endringer tas ikke imot før ${inMegabytes(reserveOf(size))} er ledig.`,
      )
    if (!isLow && wasLow) console.log('Det er plass på disken igjen. Endringer tas imot.')
    wasLow = isLow
    if (await releaseReservedSpace(dataDir))
      console.error('Disken er full. Plassen som var holdt av, er gitt til databasen. Rydd straks.')
    if (!isLow) await reserveSpace(dataDir)
    lastFault = ''
  }
  while (!signal.aborted) {
    await look().catch((error: unknown) => {
      // Said once, and not each second.
      if (String(error) !== lastFault)
        console.error(`Diskplassen kan ikke følges: ${String(error)}`)
      lastFault = String(error)
    })
    await sleep(every, undefined, { ref: false })
  }
}
