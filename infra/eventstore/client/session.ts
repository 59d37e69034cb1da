import {
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type ResolvedEvent,
} from '@eventstore/db-client'
import type { Follower, Position, RecordedEvent } from '#contracts/event-log.ts'
import { decode } from './decode.ts'

export type Ended =
  | { readonly by: 'signal' }
  | { readonly by: 'handler' | 'store' | 'stall'; readonly error: unknown }

export type SessionOptions = {
  readonly client: EventStoreDBClient
  readonly after: Position | null
  readonly follower: Follower
  readonly last: () => Promise<Position | null>
  readonly heartbeatMs: number
  readonly onHandled: (position: Position) => void
}

/** Checkpoints are not put to use, and cost a message each: one resumes from what was handled. */
const withoutSystemEvents = () => streamNameFilter({ regex: '^[^$]', checkpointInterval: 1000 })

/** How soon the first look at whether the end is reached, for servers that do not say so. */
const firstLook = 500

/** One subscription, until it ends one way or another. */
export class Session {
  readonly #options: SessionOptions
  readonly #subscription: AllStreamSubscription
  readonly #batchSize: number
  readonly #ended = Promise.withResolvers<Ended>()
  readonly #waiting: RecordedEvent[] = []
  #working: Promise<void> | null = null
  #handled: Position | null
  #newest: Position | null
  #over = false
  #saidCaughtUp = false
  #told = false
  #heart: NodeJS.Timeout
  /** What was handled when the last look found more in the log. */
  #behindAt: Position | null | undefined

  constructor(options: SessionOptions) {
    const { client, after, follower } = options
    this.#options = options
    this.#handled = this.#newest = after
    this.#batchSize = follower.batchSize ?? 500
    const fromPosition = after === null ? START : { commit: after, prepare: after }
    this.#subscription = client.subscribeToAll(
      { fromPosition, filter: withoutSystemEvents() },
      { highWaterMark: this.#batchSize },
    )
    this.#listen()
    this.#heart = setTimeout(() => void this.#beat(), firstLook)
    if (follower.signal.aborted) this.#aborted()
    else follower.signal.addEventListener('abort', this.#aborted)
  }

  /** Never rejects, and waits for the batch in hand. */
  get ended(): Promise<Ended> {
    return this.#ended.promise
  }

  readonly #aborted = (): void => this.#end({ by: 'signal' })

  #listen(): void {
    const lost = (error: unknown) => this.#end({ by: 'store', error })
    this.#subscription
      .on('data', (resolved: ResolvedEvent) => this.#arrived(resolved))
      .on('caughtUp', () => {
        this.#saidCaughtUp = true
        setImmediate(() => this.#work())
      })
      // Stays on for good: an error without a listener ends the process.
      .on('error', lost)
      .on('end', () => lost(new Error('The subscription ended')))
      .on('close', () => lost(new Error('The subscription closed')))
  }

  #arrived(resolved: ResolvedEvent): void {
    const event = decode(resolved)
    // A newer server may send the event at the position again, an older one does not.
    if (!event || (this.#newest !== null && event.position <= this.#newest)) return
    this.#newest = event.position
    this.#waiting.push(event)
    if (this.#waiting.length >= 2 * this.#batchSize) this.#subscription.pause()
    // Whatever comes in the same turn of the event loop joins the batch.
    if (this.#waiting.length === 1) setImmediate(() => this.#work())
  }

  #work(): void {
    if (this.#working || this.#over) return
    this.#working = this.#drain().then(
      () => {
        this.#working = null
        if (this.#saidCaughtUp && this.#subscription.readableLength === 0) this.#reachedEnd()
      },
      (error: unknown) => {
        this.#working = null
        this.#end({ by: 'handler', error })
      },
    )
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#over) {
      const batch = this.#waiting.splice(0, this.#batchSize)
      if (this.#waiting.length < this.#batchSize) this.#subscription.resume()
      await this.#options.follower.handle(batch)
      this.#handled = batch.at(-1)!.position
      this.#options.onHandled(this.#handled)
    }
  }

  #reachedEnd(): void {
    if (this.#told || this.#over || !this.#idle) return
    this.#told = true
    try {
      this.#options.follower.caughtUp?.()
    } catch (error) {
      this.#end({ by: 'handler', error })
    }
  }

  get #idle(): boolean {
    return !this.#working && this.#waiting.length === 0
  }

  /** A server can be alive and yet send nothing more, so now and then it is asked where it stands. */
  async #beat(): Promise<void> {
    const before = this.#newest
    const last = await this.#options.last().catch(() => undefined)
    if (last !== undefined && this.#idle && before === this.#newest) this.#compare(last)
    if (!this.#over) this.#heart = setTimeout(() => void this.#beat(), this.#options.heartbeatMs)
  }

  #compare(last: Position | null): void {
    if (last === null || (this.#handled !== null && this.#handled >= last)) {
      this.#behindAt = undefined
      this.#reachedEnd()
    } else if (this.#behindAt === this.#handled)
      this.#end({ by: 'stall', error: new Error('The log has more, and nothing comes') })
    else this.#behindAt = this.#handled
  }

  #end(how: Ended): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#heart)
    this.#options.follower.signal.removeEventListener('abort', this.#aborted)
    this.#subscription.pause()
    this.#subscription.unsubscribe().catch(() => undefined)
    void (this.#working ?? Promise.resolve()).then(() => this.#ended.resolve(how))
  }
}
