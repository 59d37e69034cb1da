import { setTimeout as sleep } from 'node:timers/promises'
import { histogram } from '#kernel/metrics.ts'
import { logger } from '../logger.ts'
import { RpcError, serverStopping } from '../rpc-error.ts'
import { status } from '@grpc/grpc-js'
import { Committed } from './committed.ts'
import type { Outcome, Past } from './decide.ts'
import { headOfNone, type Head } from './heads.ts'
import { firstPosition, type LogRecord } from './record.ts'
import { WriteUncertain, type Store } from './store.ts'
import { carryOut, creates, creation, groupSize, type Write } from './write.ts'
import { WriteBatch } from './write-batch.ts'

const commits = histogram(
  'eventstore_commit_duration_seconds',
  'Commits of the log, each of many appends',
  [],
)

type Pending = {
  readonly write: Write
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * The one writer. Writes queue up; each round takes what is waiting, decides it against what is
 * committed and what the round holds already, and stores it all with one insert. So no decision rests
 * on anything that might yet fail, and a busy log pays for one commit per round instead of per write.
 */
export class Engine {
  readonly store: Store
  readonly #committed: Committed
  readonly #past: Past
  #queue: Pending[] = []
  #writing: Promise<void> | null = null
  readonly #stopping = new AbortController()

  static async start(store: Store): Promise<Engine> {
    const engine = new Engine(store)
    await engine.#committed.reload()
    if (engine.end === firstPosition) await engine.submit(creation)
    return engine
  }

  private constructor(store: Store) {
    this.store = store
    this.#committed = new Committed(store)
    this.#past = {
      recent: (stream, id) => this.#committed.find(stream, id),
      idsFrom: (stream, from, count) => store.queries.idsFrom(stream, from, count),
    }
  }

  /** The position that the next record will have. */
  get end(): number {
    return this.#committed.end
  }

  /** Writes that wait for their turn. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Aborts when nothing more is taken. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  get closed(): boolean {
    return this.stopping.aborted
  }

  submit(write: Write): Promise<Outcome> {
    if (this.closed) return Promise.reject(serverStopping())
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject })
      this.#writing ??= this.#work()
    })
  }

  /** Records from a position on, which must be one of a record or the end. */
  forwards(from: number, limit: number): Promise<readonly LogRecord[]> {
    return this.#committed.forwards(from, limit)
  }

  isRecord(position: number): Promise<boolean> {
    return this.#committed.isRecord(position)
  }

  /** Resolves when there is something after `beyond`, or there is nothing to wait for any more. */
  async grown(beyond: number, signal: AbortSignal): Promise<void> {
    if (!this.closed) await this.#committed.grown(beyond, signal)
  }

  head(stream: string): Promise<Head> {
    return this.#committed.head(stream)
  }

  /** Refuses what comes from now on, and finishes what was taken. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#writing
    this.#committed.wake()
  }

  async #work(): Promise<void> {
    // Whatever arrives in the same turn of the event loop joins the first round.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, groupSize(this.#queue.map(({ write }) => write)))
      try {
        if (!(await this.#attempt(group, true))) await this.#attempt(group, false)
      } catch (error) {
        await this.#failed(group, error)
      }
    }
    this.#writing = null
  }

  /** False if nothing was done, because a stream that was taken for new is not. */
  async #attempt(group: readonly Pending[], trusting: boolean): Promise<boolean> {
    const { heads, assumed } = await this.#headsFor(group, trusting)
    const batch = new WriteBatch(heads, this.end, this.#past)
    const outcomes: Outcome[] = []
    for (const { write } of group) outcomes.push(await carryOut(write, batch))
    if (batch.records.length > 0) {
      const done = commits.startTimer()
      if (!(await this.store.write(batch.records, assumed))) return false
      done()
      this.#committed.publish(batch)
    }
    for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
    return true
  }

  /**
   * A stream that every write says is new is believed to be, since the insert itself can see whether it
   * is. So new streams, most of a log, cost no question of their own.
   */
  async #headsFor(group: readonly Pending[], trusting: boolean) {
    const heads = new Map<string, Head>()
    const missing = new Map<string, 'new' | 'unknown'>()
    for (const { write } of group) {
      // An event of a metadata stream changes the stream it is about.
      const about = write.stream.startsWith('$$') ? write.stream.slice(2) : write.stream
      const isNew = trusting && creates(write)
      for (const stream of [write.stream, about, `$$${write.stream}`]) {
        const known = this.#committed.knownHead(stream)
        if (known) heads.set(stream, known)
        else if (stream === write.stream || stream === about)
          missing.set(stream, isNew && missing.get(stream) !== 'unknown' ? 'new' : 'unknown')
      }
    }
    const streams = [...missing.keys()]
    const assumed = streams.filter((stream) => missing.get(stream) === 'new')
    const unknown = streams.filter((stream) => missing.get(stream) === 'unknown')
    for (const stream of assumed) heads.set(stream, headOfNone)
    if (unknown.length > 0)
      for (const [stream, head] of await this.store.queries.heads(unknown)) heads.set(stream, head)
    return { heads, assumed }
  }

  async #failed(group: readonly Pending[], error: unknown): Promise<void> {
    logger.error({ err: error }, 'a write failed')
    const uncertain = error instanceof WriteUncertain
    const answer = uncertain
      ? new RpcError(status.DEADLINE_EXCEEDED, 'The write may or may not have been done')
      : new RpcError(status.UNAVAILABLE, 'The write was not done')
    for (const { reject } of group) reject(answer)
    for (let attempt = 0; !this.closed || attempt === 0; attempt++) {
      try {
        if (uncertain || attempt > 0) await this.store.reconnect()
        await this.#committed.reload()
        return
      } catch (again) {
        logger.error({ err: again }, 'the database does not answer')
        this.#refuseLate()
        await sleep(Math.min(100 * 2 ** attempt, 2000))
      }
    }
  }

  #refuseLate(): void {
    const now = Date.now()
    const late = this.#queue.filter(({ write }) => write.deadline <= now)
    this.#queue = this.#queue.filter(({ write }) => write.deadline > now)
    for (const { resolve } of late) resolve({ is: 'too late' })
  }
}
