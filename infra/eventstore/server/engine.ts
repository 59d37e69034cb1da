import { setTimeout as sleep } from 'node:timers/promises'
import { histogram } from '../../../services/kernel/metrics.ts'
import { Cache } from './cache.ts'
import type { Outcome } from './decide.ts'
import { Draft } from './draft.ts'
import { groupSize } from './group.ts'
import { headOfNone, type Head } from './heads.ts'
import { log } from './log.ts'
import { RecentIds } from './recent-ids.ts'
import { firstPosition, type LogRecord } from './record.ts'
import { code, Status } from './status.ts'
import { WriteUncertain, type Store } from './store.ts'
import { Tail } from './tail.ts'
import { carryOut, creates, creation, type Write } from './write.ts'

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

const knownHeads = 20_000
const preloaded = 5000

/**
 * The one writer. Writes queue up; each round takes what is waiting, decides it against what is
 * committed and what the round holds already, and stores it all with one insert. So no decision rests
 * on anything that might yet fail, and a busy log pays for one commit per round instead of per write.
 */
export class Engine {
  readonly store: Store
  readonly #heads = new Cache<Head>(knownHeads)
  readonly #recent = new RecentIds()
  readonly #tail = new Tail(firstPosition)
  #queue: Pending[] = []
  #writing: Promise<void> | null = null
  readonly #stopping = new AbortController()
  /** Counts commits, to tell whether what was read from the database may be old by now. */
  #commits = 0
  #end = firstPosition
  readonly #waiting = new Set<() => void>()

  static async start(store: Store): Promise<Engine> {
    const engine = new Engine(store)
    await engine.#resynchronise()
    if (engine.#end === firstPosition) await engine.submit(creation)
    return engine
  }

  private constructor(store: Store) {
    this.store = store
  }

  /** The position that the next record will have. */
  get end(): number {
    return this.#end
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
    if (this.closed) return Promise.reject(new Status(code.unavailable, 'The server is stopping'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ write, resolve, reject })
      this.#writing ??= this.#work()
    })
  }

  /** Records from a position on, which must be one of a record or the end. */
  async forwards(from: number, limit: number): Promise<readonly LogRecord[]> {
    if (from >= this.#end) return []
    if (this.#tail.covers(from)) return this.#tail.forwards(from, limit)
    return this.store.forwards(from, limit)
  }

  async isRecord(position: number): Promise<boolean> {
    return this.#tail.covers(position)
      ? this.#tail.isRecord(position)
      : this.store.isRecord(position)
  }

  /** Resolves when there is something after `beyond`, or there is nothing to wait for any more. */
  grown(beyond: number, signal: AbortSignal): Promise<void> {
    if (this.#end > beyond || signal.aborted || this.closed) return Promise.resolve()
    return new Promise((resolve) => {
      // Leaves nothing behind with the signal, which lives as long as a subscription.
      const wake = () => {
        signal.removeEventListener('abort', wake)
        this.#waiting.delete(wake)
        resolve()
      }
      signal.addEventListener('abort', wake)
      this.#waiting.add(wake)
    })
  }

  async head(stream: string): Promise<Head> {
    const known = this.#heads.get(stream)
    if (known) return known
    const commits = this.#commits
    const head = (await this.store.heads([stream])).get(stream)!
    if (commits === this.#commits) this.#heads.set(stream, head)
    return head
  }

  /** Refuses what comes from now on, and finishes what was taken. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#writing
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }

  async #work(): Promise<void> {
    // Whatever arrives in the same turn of the event loop joins the first round.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0, groupSize(this.#queue))
      try {
        await this.#round(group)
      } catch (error) {
        await this.#failed(group, error)
      }
    }
    this.#writing = null
  }

  async #round(group: readonly Pending[]): Promise<void> {
    if (!(await this.#attempt(group, true))) await this.#attempt(group, false)
  }

  /** False if nothing was done, because a stream that was taken for new is not. */
  async #attempt(group: readonly Pending[], trusting: boolean): Promise<boolean> {
    const { heads, assumed } = await this.#headsFor(group, trusting)
    const draft = new Draft(heads, this.#end, {
      recent: (stream, id) => this.#recent.find(stream, id),
      idsFrom: (stream, from, count) => this.store.idsFrom(stream, from, count),
    })
    const outcomes: Outcome[] = []
    for (const { write } of group) outcomes.push(await carryOut(write, draft))
    if (draft.records.length > 0) {
      const end = commits.startTimer()
      if (!(await this.store.write(draft.records, assumed))) return false
      end()
      this.#publish(draft)
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
      for (const stream of [write.stream, about, `$$${write.stream}`]) {
        const known = this.#heads.get(stream)
        if (known) heads.set(stream, known)
        else if (stream === write.stream || stream === about)
          missing.set(
            stream,
            trusting && creates(write) && missing.get(stream) !== 'unknown' ? 'new' : 'unknown',
          )
      }
    }
    const [assumed, unknown] = [[] as string[], [] as string[]]
    for (const [stream, is] of missing) (is === 'new' ? assumed : unknown).push(stream)
    for (const stream of assumed) heads.set(stream, headOfNone)
    if (unknown.length > 0)
      for (const [stream, head] of await this.store.heads(unknown)) heads.set(stream, head)
    return { heads, assumed }
  }

  #publish(draft: Draft): void {
    this.#commits++
    for (const [stream, head] of draft.heads) this.#heads.set(stream, head)
    for (const record of draft.records) this.#recent.add(record)
    this.#tail.push(draft.records)
    this.#end = draft.end
    this.#wake()
  }

  async #failed(group: readonly Pending[], error: unknown): Promise<void> {
    log.error({ err: error }, 'a write failed')
    const uncertain = error instanceof WriteUncertain
    const status = uncertain
      ? new Status(code.deadlineExceeded, 'The write may or may not have been done')
      : new Status(code.unavailable, 'The write was not done')
    for (const { reject } of group) reject(status)
    for (let attempt = 0; !this.closed || attempt === 0; attempt++) {
      try {
        if (uncertain || attempt > 0) await this.store.reconnect()
        await this.#resynchronise()
        return
      } catch (again) {
        log.error({ err: again }, 'the database does not answer')
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

  /** Forgets what memory holds and takes it from the database again. */
  async #resynchronise(): Promise<void> {
    const [end, newest] = [await this.store.end(), await this.store.newestIds(preloaded)]
    this.#heads.clear()
    this.#recent.clear()
    for (const place of newest) this.#recent.add(place)
    this.#commits++
    this.#end = end?.after ?? firstPosition
    this.#tail.reset(this.#end)
    this.#wake()
  }
}
