import { setImmediate } from 'node:timers/promises'
import {
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type ReadPosition,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { LogCut, type Follower, type Position, type RecordedEvent } from '#contracts/event-log.ts'
import { decode } from './decode.ts'

export type Ended =
  | { readonly by: 'signal' }
  | { readonly by: 'handler' | 'store' | 'stall' | 'cut'; readonly error: unknown }

export type SubscriptionOptions = {
  readonly client: EventStoreDBClient
  readonly after: Position | null
  readonly follower: Follower
  readonly last: () => Promise<Position | null>
  readonly heartbeatMs: number
  readonly onHandled: (position: Position) => void
}

/** A large interval, since we resume from the last handled event and do not use checkpoints. */
const withoutSystemEvents = () => streamNameFilter({ regex: '^[^$]', checkpointInterval: 1000 })

/** In milliseconds. Some servers do not report that the end is reached. */
const firstCheck = 500

export class Subscription {
  readonly #options: SubscriptionOptions
  readonly #source: AllStreamSubscription
  readonly #batchSize: number
  readonly #end = Promise.withResolvers<Ended>()
  #more = Promise.withResolvers<void>()
  #handled: Position | null
  /** Includes events that are not handled yet. */
  #newest: Position | null
  #isOver = false
  #isHandling = false
  #caughtUp: 'no' | 'unreported' | 'reported' = 'no'
  #suspicion: string | undefined
  #heartbeat: NodeJS.Timeout | undefined

  /** Never rejects. Resolves after the current batch is handled. */
  static async run(options: SubscriptionOptions): Promise<Ended> {
    const subscription = new Subscription(options)
    const { signal } = options.follower
    const aborted = () => subscription.#stop({ by: 'signal' })
    if (signal.aborted) aborted()
    signal.addEventListener('abort', aborted)
    const [ended] = await Promise.all([subscription.#end.promise, subscription.#handleAll()])
    signal.removeEventListener('abort', aborted)
    return ended
  }

  private constructor(options: SubscriptionOptions) {
    const { client, after, follower } = options
    this.#options = options
    this.#handled = this.#newest = after
    this.#batchSize = follower.batchSize ?? 500
    const fromPosition: ReadPosition = after === null ? START : { commit: after, prepare: after }
    // The stream's buffer gives backpressure when the handler is slower than the server.
    const buffer = { highWaterMark: this.#batchSize }
    const asked = { fromPosition, filter: withoutSystemEvents() } as const
    const lost = (error: unknown) => this.#stop({ by: 'store', error })
    this.#source = client
      .subscribeToAll(asked, buffer)
      .on('readable', () => this.#more.resolve())
      .on('caughtUp', () => this.#reachedEnd())
      // Never removed: an 'error' event without a listener crashes the process.
      .on('error', lost)
      .on('end', () => lost(new Error('The subscription ended')))
      .on('close', () => lost(new Error('The subscription closed')))
    this.#heartbeat = setTimeout(() => void this.#beat(), firstCheck)
  }

  async #handleAll(): Promise<void> {
    try {
      while (!this.#isOver) {
        this.#more = Promise.withResolvers()
        const batch = this.#take()
        if (batch.length > 0) await this.#handle(batch)
        else {
          if (this.#caughtUp === 'unreported') {
            this.#caughtUp = 'reported'
            this.#options.follower.caughtUp?.()
          }
          await this.#more.promise
          // Events that arrive in the same turn of the event loop join the batch.
          await setImmediate()
        }
      }
    } catch (error) {
      this.#stop({ by: 'handler', error })
    }
  }

  /** Skips known events: newer servers send the event at the start position again. */
  #take(): RecordedEvent[] {
    const batch: RecordedEvent[] = []
    while (batch.length < this.#batchSize) {
      const resolved = this.#source.read() as ResolvedEvent | null
      if (resolved === null) break
      const event = decode(resolved)
      if (!event || (this.#newest !== null && event.position <= this.#newest)) continue
      this.#newest = event.position
      batch.push(event)
    }
    return batch
  }

  async #handle(batch: readonly RecordedEvent[]): Promise<void> {
    this.#isHandling = true
    await this.#options.follower.handle(batch)
    this.#isHandling = false
    this.#handled = batch.at(-1)!.position
    this.#options.onHandled(this.#handled)
  }

  #reachedEnd(): void {
    if (this.#caughtUp === 'no') this.#caughtUp = 'unreported'
    this.#more.resolve()
  }

  async #beat(): Promise<void> {
    const { last, heartbeatMs } = this.#options
    const before = this.#newest
    const end = await last().catch(() => undefined)
    const isIdle = !this.#isHandling && this.#source.readableLength === 0
    if (end !== undefined && isIdle && before === this.#newest) this.#compare(end)
    if (!this.#isOver) this.#heartbeat = setTimeout(() => void this.#beat(), heartbeatMs)
  }

  /** Acts only when two checks in a row find the same, since a follower node may lag behind for a moment. */
  #compare(last: Position | null): void {
    const handled = this.#handled
    if (last === handled) this.#reachedEnd()
    const isCut = handled !== null && (last === null || last < handled)
    const suspicion = last === handled ? undefined : `${isCut ? 'cut' : 'behind'} at ${handled}`
    const isCertain = suspicion !== undefined && suspicion === this.#suspicion
    this.#suspicion = suspicion
    if (!isCertain) return
    if (isCut) {
      const message = `The log ends at ${last}, and was followed to ${handled}`
      this.#stop({ by: 'cut', error: new LogCut(message) })
    } else this.#stop({ by: 'stall', error: new Error('The log has more, and nothing comes') })
  }

  #stop(how: Ended): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#heartbeat)
    // Not awaited: before the connection is up this would wait for it.
    this.#source.unsubscribe().catch(() => undefined)
    this.#more.resolve()
    this.#end.resolve(how)
  }
}
