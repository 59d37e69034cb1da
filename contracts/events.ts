import { assemblyEvents, structureEvents } from './assembly/events.ts'
import { catalogueEvents } from './catalogue/events.ts'
import type { DataOf, MessagesOf } from './messages.ts'

/** Every event that this release knows, whatever its stream. */
export const knownEvents = { ...catalogueEvents, ...assemblyEvents, ...structureEvents }

export type KnownEvent = MessagesOf<typeof knownEvents>
export type EventType = KnownEvent['type']
export type EventData<Type extends EventType> = DataOf<KnownEvent, Type>
