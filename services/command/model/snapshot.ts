import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { z } from 'zod'
import { entities } from '#contracts/catalogue/index.ts'
import {
  StoreUnavailable,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { eventMark, keepMark, markOf, marksOf } from './log-checkpoint.ts'
import { Model, type ModelDump } from './model.ts'

/** Counts up whenever the model comes to mean something else by the same events. */
const version = 5

/** A snapshot made for other definitions is none: the model is then made anew from the log. */
const format = createHash('sha256')
  .update(JSON.stringify([version, process.versions.v8.split('.')[0], entities]))
  .digest('hex')

const header = eventMark.extend({ format: z.literal(format), digest: z.string() })

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export type Kept = { readonly model: Model; readonly after: Position }

const writeSnapshot = async (path: string, model: Model, last: RecordedEvent): Promise<void> => {
  const bytes = serialize(model.dump())
  const head = JSON.stringify({ format, digest: digestOf(bytes), ...markOf(last) })
  const half = `${path}.new`
  await writeFile(half, [`${head}\n`, bytes], { mode: 0o600, flush: true })
  await rename(half, path)
}

export const readSnapshot = async (path: string, log: EventLog): Promise<Kept | undefined> => {
  try {
    const content = await readFile(path)
    const end = content.indexOf(10)
    const { position, stream, revision, id, digest } = header.parse(
      JSON.parse(content.toString('utf8', 0, end)),
    )
    const bytes = content.subarray(end + 1)
    if (digestOf(bytes) !== digest) throw new Error('The snapshot is damaged')
    const [event] = await log.read(stream, revision)
    if (event?.id !== id) throw new Error('The snapshot is of another log')
    const model = new Model()
    model.load(deserialize(bytes) as ModelDump)
    return { model, after: position }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // Of the snapshot nothing is known to be wrong: whoever started this service may try again.
    if (error instanceof StoreUnavailable) throw error
    // It only saves time: what is wrong with it costs a replay and nothing else.
    await rm(path, { force: true })
    return undefined
  }
}

/** So many events after the last snapshot there is another: a second or two of replay. */
const often = 25_000

type Options = {
  readonly path: string
  readonly model: Model
  /** False where a snapshot would do harm: without one the next start takes longer, and that is all. */
  readonly mayWrite: () => boolean
  readonly onFault: (error: unknown) => void
}

const createSnapshots = ({ path, model, mayWrite, onFault }: Options) => {
  let last: RecordedEvent | undefined
  let since = 0
  let writing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    if (!last || since === 0 || !mayWrite()) return
    since = 0
    await writeSnapshot(path, model, last)
  }
  const start = () => {
    writing ??= write()
      .catch(onFault)
      .finally(() => (writing = undefined))
    return writing
  }

  return {
    seen: (events: readonly RecordedEvent[]): void => {
      last = events.at(-1) ?? last
      since += events.length
      if (since >= often) void start()
    },
    stop: async (): Promise<void> => {
      await writing
      await start()
    },
  }
}

type Logger = { readonly warn: (about: object, text: string) => void }

/** Those that write down how far the model has come; nobody where it is not kept. */
export const keepersOf = (
  path: string | undefined,
  model: Model,
  logger: Logger,
  mayWrite: () => boolean,
) => {
  if (path === undefined) return []
  const onFault = (err: unknown) => logger.warn({ err }, 'no snapshot could be written')
  const onFaultOfMark = (err: unknown) =>
    logger.warn({ err }, 'it could not be kept how far the log was followed')
  return [
    createSnapshots({ path, model, mayWrite, onFault }),
    keepMark(marksOf(path).mark, onFaultOfMark),
  ]
}
