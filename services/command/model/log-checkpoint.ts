import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventLog, Position, RecordedEvent } from '#contracts/event-log.ts'
import { logDifference, logDifferenceAdvice, type KnownLog } from '#kernel/log-identity.ts'

/** Paths of the checkpoint and of the snapshot, which has an older checkpoint. */
export type Marks = { readonly mark: string; readonly snapshot: string }

export const snapshotIn = (dataDir: string): string => join(dataDir, 'command-model.snapshot')

export const marksOf = (snapshot: string): Marks => ({ snapshot, mark: `${snapshot}.mark` })

/** Makes the next start accept any log. */
export const forgetLog = async ({ mark, snapshot }: Marks): Promise<void> => {
  await rm(snapshot, { force: true })
  await rm(mark, { force: true })
}

/** An event that must still be in the log; otherwise it is another log. */
export const eventMark = z.object({
  position: z.string().transform(BigInt),
  stream: z.string(),
  revision: z.string().transform(BigInt),
  id: z.string(),
})

export const markOf = ({ position, stream, revision, id }: RecordedEvent) => ({
  position: `${position}`,
  stream,
  revision: `${revision}`,
  id,
})

const headOf = async (path: string): Promise<KnownLog | null> => {
  const text = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  try {
    const { position, ...event } = eventMark.parse(JSON.parse(text.split('\n', 1)[0]!))
    return { position, event }
  } catch {
    return null
  }
}

const knownLog = async ({ mark, snapshot }: Marks): Promise<KnownLog | null> =>
  (await headOf(mark)) ?? (await headOf(snapshot))

export const followedTo = async (marks: Marks): Promise<Position | null> =>
  (await knownLog(marks))?.position ?? null

/** Why this is not the log that was followed before; null if it is. */
export const foreignLog = async (log: EventLog, marks: Marks): Promise<string | null> => {
  const known = await knownLog(marks)
  const difference = known && (await logDifference(log, known))
  return difference && `${difference} ${logDifferenceAdvice}`
}
