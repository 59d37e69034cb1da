import { hash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import pLimit from 'p-limit'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import {
  StoreUnavailable,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { checkpoint, checkpointFile, checkpointOf } from './log-checkpoint.ts'
import type { Model, ModelDump } from './model.ts'

/** Increase it when the same events give another model. */
const version = 9

/** A snapshot of other definitions is ignored and the log replayed. */
const format = hash(
  'sha256',
  JSON.stringify([version, process.versions.v8.split('.')[0], entities]),
)

const header = checkpoint.extend({ format: z.literal(format), digest: z.string() })

const readSnapshot = async (path: string, log: EventLog) => {
  try {
    const content = await readFile(path)
    const end = content.indexOf(10)
    const { position, stream, revision, id, digest } = header.parse(
      JSON.parse(content.toString('utf8', 0, end)),
    )
    const bytes = content.subarray(end + 1)
    if (hash('sha256', bytes) !== digest) throw new Error('The snapshot is damaged')
    const [event] = await log.read(stream, revision)
    if (event?.id !== id) throw new Error('The snapshot is of another log')
    return { position, dump: deserialize(bytes) as ModelDump }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    // The snapshot may be fine; a later try may find out.
    if (error instanceof StoreUnavailable) throw error
    // A broken snapshot only costs a replay.
    await rm(path, { force: true })
    return null
  }
}

/**
 * Loads the snapshot into a new model. Returns where in the log it ends; null if there is none.
 *
 * @throws if only a part of it could be loaded. The next start replays the log.
 */
export const loadSnapshot = async (
  path: string,
  log: EventLog,
  model: Model,
): Promise<Position | null> => {
  const kept = await readSnapshot(path, log)
  if (!kept) return null
  try {
    model.load(kept.dump)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return kept.position
}

const replace = async (path: string, content: readonly (string | Uint8Array)[]) => {
  await writeFile(`${path}.new`, content, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

const writeSnapshot = (path: string, model: Model, last: RecordedEvent) => {
  const bytes = serialize(model.dump())
  const head = JSON.stringify({ format, digest: hash('sha256', bytes), ...checkpointOf(last) })
  return replace(path, [`${head}\n`, bytes])
}

/** Ignores requests while one is running; writes once more at the stop. */
const oneAtATime = (write: () => Promise<void>, onFault: (error: unknown) => void) => {
  const queue = pLimit(1)
  const stop = () => queue(() => write().catch(onFault))
  const start = () => queue.activeCount === 0 && void stop()
  return { start, stop }
}

/** Events between snapshots; replaying these takes a second or two. */
const often = 25_000
/** Milliseconds between checkpoints. */
const checkpointEvery = 5_000

type Logger = { readonly warn: (about: object, text: string) => void }

/**
 * Saves the model, and more often the last event seen, by which a replaced log is detected after a crash.
 * @param mayWrite false where a snapshot would do harm. Without one the next start only takes longer.
 */
export const createSnapshotWriter = (
  path: string,
  model: Model,
  logger: Logger,
  mayWrite: () => boolean,
) => {
  let last: RecordedEvent | undefined
  let since = 0
  let timer: NodeJS.Timeout | undefined
  const saveCheckpoint = oneAtATime(
    async () => {
      timer = undefined
      if (last) await replace(checkpointFile(path), [JSON.stringify(checkpointOf(last))])
    },
    (err) => logger.warn({ err }, 'it could not be kept how far the log was followed'),
  )
  const saveSnapshot = oneAtATime(
    async () => {
      if (!last || since === 0 || !mayWrite()) return
      since = 0
      await writeSnapshot(path, model, last)
    },
    (err) => logger.warn({ err }, 'no snapshot could be written'),
  )
  return {
    seen: (events: readonly RecordedEvent[]): void => {
      // Saves the first event at once, so that a new log is recognised from then on.
      const isFirst = last === undefined
      last = events.at(-1) ?? last
      since += events.length
      if (isFirst) saveCheckpoint.start()
      else timer ??= setTimeout(saveCheckpoint.start, checkpointEvery).unref()
      if (since >= often) saveSnapshot.start()
    },
    stop: async (): Promise<void> => {
      clearTimeout(timer)
      await saveSnapshot.stop()
      await saveCheckpoint.stop()
    },
  }
}
