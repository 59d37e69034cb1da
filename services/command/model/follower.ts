import {
  LogCut,
  StoreUnavailable,
  type EventLog,
  type Position,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { skippedType } from '#contracts/skipped-events.ts'
import { howToSkip, placeOf, StoppedAtEvent } from '#contracts/parse-event.ts'
import type { Disk } from '#kernel/disk.ts'
import { pause } from '#kernel/timeout.ts'
import type { Positions } from '#kernel/positions.ts'
import { foreignLog } from './log-checkpoint.ts'
import type { Model } from './model.ts'
import { createSnapshotWriter, loadSnapshot } from './snapshot.ts'

/** A known type that failed to apply. The model may contain half of it. */
class UnreadableEvent extends StoppedAtEvent {
  override readonly name = 'UnreadableEvent'
  readonly event: RecordedEvent
  constructor(event: RecordedEvent, cause: unknown) {
    const place = `${placeOf(event)}. ${howToSkip(event)}`
    const stands = 'Skrivetjenesten kan ikke lese inn en hendelse, og står stille fra og med den'
    super(`${stands}: ${place}`, { cause })
    this.event = event
  }
}

type FollowerOptions = {
  readonly log: EventLog
  readonly model: Model
  readonly positions: Positions
  /** The path of the snapshot. Without it the whole log is read at each start. */
  readonly snapshot: string | undefined
  readonly disk: Disk
  readonly logger: Record<'warn' | 'fatal', (about: object, text: string) => void>
  readonly restart: () => void
  readonly lookAgain: number
}

const askAgain = 2_000

const stoppedFor = (reason: string, cause?: unknown) => new StoreUnavailable(reason, { cause })

/** Keeps the model up to date with the log. */
export class Follower {
  readonly ready: Promise<void>
  readonly #options: FollowerOptions
  readonly #snapshots: ReturnType<typeof createSnapshotWriter> | undefined
  readonly #ending = new AbortController()
  readonly #first = Promise.withResolvers<void>()
  readonly #running: Promise<void>
  #isReady = false
  #fault: Error | null = null
  #lost: string | null = null
  #handled: Position | null = null

  constructor(options: FollowerOptions) {
    const { model, snapshot, disk, logger } = options
    this.#options = options
    const mayWrite = () => disk.problem() === null && this.#fault === null
    if (snapshot !== undefined)
      this.#snapshots = createSnapshotWriter(snapshot, model, logger, mayWrite)
    this.ready = this.#first.promise
    this.ready.catch(() => undefined)
    this.#running = this.#run().catch((error: unknown) => {
      this.#fault = stoppedFor('Hendelsesloggen kan ikke følges lenger', error)
      this.#tell(error)
      this.#first.reject(error)
    })
  }

  failure(): string | null {
    if (this.#fault) return this.#fault.message
    return this.#isReady ? null : (this.#lost ?? 'Hendelsesloggen leses.')
  }

  /** @throws if appending is not safe now. */
  mayAppend(): void {
    if (this.#fault) throw this.#fault
    this.#options.disk.mustHaveRoom()
  }

  /** @throws if the model is not up to date, so that commands cannot be decided. */
  mustFollow(): void {
    if (this.#fault) throw this.#fault
    if (!this.#isReady) throw new StoreUnavailable('The model has not caught up yet')
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
    await this.#snapshots?.stop()
  }

  #tell(err: unknown): void {
    const { logger, restart } = this.#options
    logger.fatal({ err }, 'the model does not follow the log any more')
    if (err instanceof LogCut) restart()
  }

  async #run(): Promise<void> {
    await this.#open()
    while (!this.#ending.signal.aborted)
      try {
        return await this.#follow()
      } catch (error) {
        if (!(error instanceof StoppedAtEvent)) throw error
        this.#fault = error
        this.#tell(error)
        await pause(this.#options.lookAgain, this.#ending.signal)
        if (error instanceof UnreadableEvent) return await this.#untilSkipped(error.event)
      }
  }

  /** Goes on from the snapshot, once the store answers and its log is the one that was followed before. */
  async #open(): Promise<void> {
    const { log, model, positions, snapshot, logger } = this.#options
    while (snapshot !== undefined && !this.#ending.signal.aborted) {
      try {
        const foreign = await foreignLog(log, snapshot)
        if (foreign === null) {
          this.#handled = await loadSnapshot(snapshot, log, model)
          positions.advance(this.#handled)
          this.#fault = null
          return
        }
        if (!this.#fault) logger.fatal({ reason: foreign }, 'the event log is not followed')
        this.#fault = stoppedFor(foreign)
      } catch (error) {
        // An unavailable store says nothing about its log.
        if (!(error instanceof StoreUnavailable)) throw error
        this.#lost = error.problem ?? null
      }
      await pause(askAgain, this.#ending.signal)
    }
  }

  /** The model may contain half of the event, so it must be rebuilt after the event is skipped. */
  async #untilSkipped({ stream, revision }: RecordedEvent): Promise<void> {
    const { log, lookAgain, restart } = this.#options
    while (!this.#ending.signal.aborted) {
      const [event] = await log.read(stream, revision).catch(() => [])
      if (event?.type === skippedType) return restart()
      await pause(lookAgain, this.#ending.signal)
    }
  }

  #follow(): Promise<void> {
    return this.#options.log.follow(this.#handled, {
      handle: (events) => this.#handle(events),
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
    const { model, positions } = this.#options
    this.#lost = null
    for (const event of events) {
      try {
        model.apply(event)
      } catch (error) {
        throw error instanceof StoppedAtEvent ? error : new UnreadableEvent(event, error)
      }
    }
    this.#snapshots?.seen(events)
    const last = events.at(-1)
    if (!last) return
    positions.advance(last.position)
    this.#handled = last.position
  }
}
