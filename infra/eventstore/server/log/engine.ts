import { setTimeout as sleep } from 'node:timers/promises'
import { histogram } from '#kernel/metrics.ts'
import { logger } from '../logger.ts'
import { RpcError, serverStopping } from '../rpc-error.ts'
import { status } from '@grpc/grpc-js'
import { Committed } from './committed.ts'
import type { Outcome } from './decide.ts'
import type { Head } from './heads.ts'
import { firstPosition } from './record.ts'
import { WriteUncertain, type Store } from './store.ts'
import { carryOut, creation, groupSize, type Write } from './write.ts'
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
 * The only writer. A round decides all waiting writes and stores them with one insert, so that a busy log pays one
 * commit per round, and no decision rests on a write that may still fail.
 */
export class Engine {
  readonly store: Store
  readonly log: Committed
  #queue: Pending[] = []
  #writing: Promise<void> | null = null
  readonly #stopping = new AbortController()

  static async start(store: Store): Promise<Engine> {
    const engine = new Engine(store)
    await engine.log.reload()
    if (engine.log.end === firstPosition) await engine.submit(creation)
    return engine
  }

  private constructor(store: Store) {
    this.store = store
    this.log = new Committed(store)
  }

  get waiting(): number {
    return this.#queue.length
  }

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

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#writing
  }

  async #work(): Promise<void> {
    // Writes that arrive in the same turn of the event loop join the first round.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, groupSize(this.#queue.map(({ write }) => write)))
      try {
        await this.#carryOut(group)
      } catch (error) {
        await this.#failed(group, error)
      }
    }
    this.#writing = null
  }

  async #carryOut(group: readonly Pending[]): Promise<void> {
    const batch = new WriteBatch(await this.#headsFor(group), this.log.end, this.log)
    const outcomes: Outcome[] = []
    for (const { write } of group) outcomes.push(await carryOut(write, batch))
    if (batch.records.length > 0) {
      const done = commits.startTimer()
      await this.store.write(batch.records)
      done()
      this.log.publish(batch)
    }
    for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!)
  }

  async #headsFor(group: readonly Pending[]): Promise<Map<string, Head>> {
    const heads = new Map<string, Head>()
    const unknown = new Set<string>()
    for (const { stream } of group.map(({ write }) => write)) {
      // An event in a metadata stream changes the stream it belongs to.
      const about = stream.startsWith('$$') ? stream.slice(2) : stream
      for (const name of [stream, about, `$$${stream}`]) {
        const known = this.log.knownHead(name)
        if (known) heads.set(name, known)
        else if (name === stream || name === about) unknown.add(name)
      }
    }
    if (unknown.size > 0)
      for (const [stream, head] of await this.store.queries.heads([...unknown]))
        heads.set(stream, head)
    return heads
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
        await this.log.reload()
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
