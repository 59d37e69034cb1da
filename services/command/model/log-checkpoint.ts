import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventLog, Position, RecordedEvent } from '#contracts/event-log.ts'
import { logDifference, logDifferenceAdvice, type KnownLog } from '#kernel/log-identity.ts'
import { ifThere } from '#kernel/replace-file.ts'

export const snapshotIn = (dataDir: string): string => join(dataDir, 'command-model.snapshot')

/** Written more often than the snapshot, which begins with a checkpoint of its own. */
export const checkpointFile = (snapshot: string): string => `${snapshot}.mark`

/** Makes the next start accept any log. */
export const forgetLog = async (snapshot: string): Promise<void> => {
  await rm(snapshot, { force: true })
  await rm(checkpointFile(snapshot), { force: true })
}

/** An event that must still be in the log; otherwise it is another log. */
export const checkpoint = z.object({
  position: z.string().transform(BigInt),
  stream: z.string(),
  revision: z.string().transform(BigInt),
  id: z.string(),
})

export const checkpointOf = ({ position, stream, revision, id }: RecordedEvent) => ({
  position: `${position}`,
  stream,
  revision: `${revision}`,
  id,
})

const checkpointIn = async (path: string): Promise<KnownLog | null> => {
  const text = (await ifThere(readFile(path, 'latin1'))) ?? ''
  try {
    const { position, ...event } = checkpoint.parse(JSON.parse(text.split('\n', 1)[0]!))
    return { position, event }
  } catch {
    return null
  }
}

const knownLog = async (snapshot: string): Promise<KnownLog | null> =>
  (await checkpointIn(checkpointFile(snapshot))) ?? (await checkpointIn(snapshot))

export const followedTo = async (snapshot: string): Promise<Position | null> =>
  (await knownLog(snapshot))?.position ?? null

/** Why this is not the log that was followed before; null if it is. */
export const foreignLog = async (log: EventLog, snapshot: string): Promise<string | null> => {
  const known = await knownLog(snapshot)
  const difference = known && (await logDifference(log, known))
  return difference && `${difference} ${logDifferenceAdvice}`
}
