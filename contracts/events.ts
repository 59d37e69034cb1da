import { assemblyEvents } from './assembly/events.ts'
import { catalogueEvents } from './catalogue/events.ts'
import type { Effect, EventDefinition, StreamKind } from './event-definition.ts'

const definitions = { ...catalogueEvents, ...assemblyEvents }
type Definitions = typeof definitions

export type EventType = keyof Definitions
export type EventData<Type extends EventType> = Definitions[Type]['data']

/** The data of any event with this effect. */
export type DataWith<E extends Effect, Stream extends StreamKind = StreamKind> = {
  [Type in EventType]: Definitions[Type] extends { stream: Stream; effect: E }
    ? EventData<Type>
    : never
}[EventType]

export const eventTypes = Object.keys(definitions) as EventType[]

export const isEventType = (type: string): type is EventType => Object.hasOwn(definitions, type)

/** Of an event that `parseEvent` let through. */
export const definitionOf = (type: string): EventDefinition => definitions[type as EventType]

/** The record that it is about did not exist before. */
export const isRegistration = (type: string): boolean => {
  const definition = definitionOf(type)
  return 'isFirst' in definition && definition.isFirst
}

/** Undefined for unknown types. */
export const effectOf = (type: string): Effect | undefined =>
  isEventType(type) ? definitions[type].effect : undefined

export const typesWith = (effect: Effect): readonly EventType[] =>
  eventTypes.filter((type) => effectOf(type) === effect)
