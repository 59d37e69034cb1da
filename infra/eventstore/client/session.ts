import type { EventStoreDBClient } from '@eventstore/db-client'
import { LogCut, type Follower, type Position, type RecordedEvent } from '#contracts/event-log.ts'
import { isSystem, type Answer } from './decode-answer.ts'
import { readCall, type ReadCall } from './read-call.ts'
import { followAll } from './read-request.ts'

export type Ended =
  | { readonly by: 'signal' }
  | { readonly by: 'handler' | 'store' | 'stall' | 'cut'; readonly error: unknown }

export type SessionOptions = {
  readonly client: EventStoreDBClient
  readonly after: Position | null
  readonly follower: Follower
  readonly last: () => Promise<Position | null>
  readonly heartbeatMs: number
  readonly onHandled: (position: Position) => void
}

/** How soon the first look at whether the end is reached, for servers that do not say so. */
const firstLook = 500

/** One subscription, until it ends one way or another. */
export class Session {
  readonly #options: SessionOptions
  readonly #subscription: ReadCall
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
  /** The last look found less in the log than was handled: once it may be a copy that lags. */
  #wasShort = false

  constructor(options: SessionOptions) {
    const { client, after, follower } = options
    this.#options = options
    this.#handled = this.#newest = after
    this.#batchSize = follower.batchSize ?? 500
    this.#subscription = readCall(client, followAll(after), {
      answer: (answer) => this.#answered(answer),
      end: (error = new Error('The subscription ended')) => this.#end({ by: 'store', error }),
    })
    this.#heart = setTimeout(() => void this.#beat(), firstLook)
    if (follower.signal.aborted) this.#aborted()
    else follower.signal.addEventListener('abort', this.#aborted)
  }

  /** Never rejects, and waits for the batch in hand. */
  get ended(): Promise<Ended> {
    return this.#ended.promise
  }

  readonly #aborted = (): void => this.#end({ by: 'signal' })

  #answered(answer: Answer): void {
    if (answer === 'caught up') {
      this.#saidCaughtUp = true
      setImmediate(() => this.#work())
    } else if (answer !== 'something else') this.#arrived(answer)
  }

  #arrived(event: RecordedEvent): void {
    if (isSystem(event)) return
    // A newer server may send the event at the position again, an older one does not.
    if (this.#newest !== null && event.position <= this.#newest) return
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
        if (this.#saidCaughtUp) this.#reachedEnd()
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
    if (this.#handled !== null && (last === null || last < this.#handled))
      return this.#isShort(last)
    this.#wasShort = false
    if (last === this.#handled) {
      this.#behindAt = undefined
      this.#reachedEnd()
    } else if (this.#behindAt === this.#handled)
      this.#end({ by: 'stall', error: new Error('The log has more, and nothing comes') })
    else this.#behindAt = this.#handled
  }

  #isShort(last: Position | null): void {
    if (!this.#wasShort) this.#wasShort = true
    else {
      const message = `The log ends at ${last}, and was followed to ${this.#handled}`
      this.#end({ by: 'cut', error: new LogCut(message) })
    }
  }

  #end(how: Ended): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#heart)
    this.#options.follower.signal.removeEventListener('abort', this.#aborted)
    this.#subscription.cancel()
    void (this.#working ?? Promise.resolve()).then(() => this.#ended.resolve(how))
  }
}
