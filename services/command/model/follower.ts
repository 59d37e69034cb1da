import { setTimeout as delay } from 'node:timers/promises'
import {
  StoreUnavailable,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { skippedType } from '#contracts/skipped-events.ts'
import { howToSkip, placeOf, StoppedAtEvent } from '#contracts/parse-event.ts'
import type { Positions } from '../kernel/positions.ts'
import type { Model } from './model.ts'

/** Of a type that we know, but the model could not take it: what the model holds may be half of it. */
class UnreadableEvent extends StoppedAtEvent {
  override readonly name = 'UnreadableEvent'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    const place = `${placeOf(event)}. ${howToSkip(event)}`
    super(
      `Skrivetjenesten kan ikke lese inn en hendelse, og står stille fra og med den: ${place}`,
      {
        cause,
      },
    )
    this.event = event
  }
}

export type FollowerOptions = {
  readonly log: EventLog
  readonly model: Model
  readonly positions: Positions
  readonly after: Position | null
  /** Why this log must not be followed, and how to ask until there is no reason. */
  readonly foreign: { readonly reason: string; readonly ask: () => Promise<string | null> } | null
  readonly seen: (events: readonly RecordedEvent[]) => void
  readonly onStopped: () => Promise<void>
  /** Told why it follows no more: an event that the model cannot take, or a log that was cut. */
  readonly onFault: (error: unknown) => void
  readonly restart: () => void
  readonly lookAgain: number | undefined
}

const askAgain = 2_000

const stoppedFor = (reason: string, cause?: unknown) => new StoreUnavailable(reason, { cause })

export class Follower {
  /** Resolves when the model has caught up with the log for the first time. */
  readonly ready: Promise<void>
  readonly #options: FollowerOptions
  readonly #ending = new AbortController()
  readonly #first = Promise.withResolvers<void>()
  readonly #running: Promise<void>
  #isReady = false
  #fault: Error | null
  #lost: string | null = null
  #handled: Position | null

  constructor(options: FollowerOptions) {
    this.#options = options
    this.#handled = options.after
    this.#fault = options.foreign && stoppedFor(options.foreign.reason)
    this.ready = this.#first.promise
    this.ready.catch(() => undefined)
    this.#running = this.#run().catch((error: unknown) => {
      this.#fault = stoppedFor('Hendelsesloggen kan ikke følges lenger', error)
      options.onFault(error)
      this.#first.reject(error)
    })
  }

  isReady(): boolean {
    return this.#isReady && this.#fault === null
  }

  failure(): string | null {
    if (this.#fault) return this.#fault.message
    return this.#isReady ? null : (this.#lost ?? 'Hendelsesloggen leses.')
  }

  fault(): Error | null {
    return this.#fault
  }

  /** @throws when what the model knows is not enough to decide by: not yet, or not any more. */
  mustFollow(): void {
    if (this.#fault) throw this.#fault
    if (!this.#isReady) throw new StoreUnavailable('The model has not caught up yet')
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
    await this.#options.onStopped()
  }

  async #run(): Promise<void> {
    await this.#untilKnown()
    while (!this.#ending.signal.aborted)
      try {
        return await this.#follow()
      } catch (error) {
        if (!(error instanceof StoppedAtEvent)) throw error
        this.#fault = error
        this.#options.onFault(error)
        await this.#pause(this.#options.lookAgain ?? 30_000)
        if (error instanceof UnreadableEvent) return await this.#untilSkipped(error.event)
      }
  }

  async #untilKnown(): Promise<void> {
    const { foreign } = this.#options
    while (foreign && this.#fault && !this.#ending.signal.aborted) {
      await this.#pause(askAgain)
      // A store that is away for a while says nothing of its log.
      const reason = await foreign.ask().catch(() => foreign.reason)
      this.#fault = reason === null ? null : stoppedFor(reason)
    }
  }

  /** The model may hold half of the event: only one made anew goes on without it. */
  async #untilSkipped({ stream, revision }: RecordedEvent): Promise<void> {
    const { log, lookAgain = 30_000, restart } = this.#options
    while (!this.#ending.signal.aborted) {
      const [event] = await log.read(stream, revision).catch(() => [])
      if (event?.type === skippedType) return restart()
      await this.#pause(lookAgain)
    }
  }

  #follow(): Promise<void> {
    return this.#options.log.follow(this.#handled, {
      handle: (events) => this.#handle(events),
      batchSize: 500,
      signal: this.#ending.signal,
      lost: (problem) => {
        this.#lost = problem
      },
      caughtUp: () => {
        this.#lost = null
        this.#fault = null
        this.#isReady = true
        this.#first.resolve()
      },
    })
  }

  async #handle(events: readonly RecordedEvent[]): Promise<void> {
    const { model, positions, seen } = this.#options
    this.#lost = null
    for (const event of events) {
      try {
        model.apply(event)
      } catch (error) {
        throw error instanceof StoppedAtEvent ? error : new UnreadableEvent(event, error)
      }
    }
    seen(events)
    const last = events.at(-1)
    if (!last) return
    positions.advance(last.position)
    this.#handled = last.position
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#ending
    await delay(milliseconds, undefined, { signal }).catch(() => undefined)
  }
}
