import type { AssemblyEvent, StructureEvent } from './assembly/events.ts'
import type { CatalogueEvent } from './catalogue/events.ts'
import type { DataOf } from './messages.ts'

type KnownEvent = CatalogueEvent | AssemblyEvent | StructureEvent
export type EventType = KnownEvent['type']
export type EventData<Type extends EventType> = DataOf<KnownEvent, Type>

export const eventTypes: Readonly<Record<EventType, true>> = {
  ItemRegistered: true,
  ItemRevised: true,
  ItemPriced: true,
  ItemRemoved: true,
  ItemReinstated: true,
  OfferMade: true,
  OfferRemoved: true,
  PartLinked: true,
  PartLinkChanged: true,
  PartUnlinked: true,
  AttributeAdded: true,
  AttributeChanged: true,
  AttributeRemoved: true,
  AssemblyCloned: true,
  ContentsReinstated: true,
  SubassemblyLinked: true,
  SubassemblyLinkChanged: true,
  SubassemblyUnlinked: true,
  AssemblyDissolved: true,
  AssemblyReinstated: true,
}
