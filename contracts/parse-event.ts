import type { RecordedEvent } from './event-log.ts'
import { isEventType } from './events.ts'
import { skippedType } from './skipped-events.ts'
import { isOwnStream } from './streams.ts'

export const placeOf = ({ id, type, stream, revision, position }: RecordedEvent): string =>
  `${type} i ${stream} nr. ${revision}, plass ${position} (${id})`

export const howToSkip = ({ position }: RecordedEvent): string =>
  `Kan hendelsen unnværes, gå forbi den: npm run events:skip -- ${position} --why "..."`

export class StoppedAtEvent extends Error {
  override readonly name: string = 'StoppedAtEvent'
}

export class UnknownEvent extends StoppedAtEvent {
  override readonly name = 'UnknownEvent'
  constructor(event: RecordedEvent) {
    super(
      `Hendelsesloggen har en hendelse som denne utgaven ikke kjenner: ${placeOf(event)}. ` +
        'Den er trolig skrevet av en nyere utgave av Stykkliste. Installer den for å fortsette. ' +
        howToSkip(event),
    )
  }
}

export const currentVersion = 1

type Upcast = (data: unknown) => unknown

/** By event type and stored version: converts the data to the next version. */
const upcasts: Readonly<Record<string, Readonly<Record<number, Upcast>>>> = {}

export const upcast = (event: RecordedEvent): RecordedEvent => {
  const steps = upcasts[event.type]
  if (!steps) return event
  let { data } = event
  for (let version = event.metadata.v; version < currentVersion; version++)
    data = steps[version]?.(data) ?? data
  return { ...event, data }
}

/** Null if the stream is not ours. @throws UnknownEvent, because skipping an event would lose data. */
export const parseEvent = (
  event: RecordedEvent,
  knows: (type: string) => boolean = isEventType,
): RecordedEvent | null => {
  if (!isOwnStream(event.stream) || event.type === skippedType) return null
  if (event.metadata.v > currentVersion || !knows(event.type)) throw new UnknownEvent(event)
  return upcast(event)
}
