import type { RecordedEvent } from './event-log.ts'
import { eventTypes } from './events.ts'
import { skippedType } from './skipped-events.ts'
import { isOwnStream } from './streams.ts'
import { currentVersion, upcast } from './upcasts.ts'

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

const isKnown = (type: string): boolean => Object.hasOwn(eventTypes, type)

/** Null if the stream is not ours. @throws UnknownEvent, because skipping an event would lose data. */
export const parseEvent = (
  event: RecordedEvent,
  knows: (type: string) => boolean = isKnown,
): RecordedEvent | null => {
  if (!isOwnStream(event.stream) || event.type === skippedType) return null
  if (event.metadata.v > currentVersion || !knows(event.type)) throw new UnknownEvent(event)
  return upcast(event)
}
