import type { RecordedEvent } from '#contracts/event-log.ts'
import type { EventData, EventType } from '#contracts/events.ts'
import { partLink, subLink } from '../bom/bom-links.ts'
import { linkId } from './fold.ts'
import type { LinkId } from './state.ts'

/** The event creates what it is about. */
const nothing = () => undefined

/** The keys of all rows that folding the batch needs. */
export const keysToLoad = (events: readonly RecordedEvent[]) => {
  const records: object[] = []
  const links: LinkId[] = []
  const attributes: object[] = []
  /** Records whose offers are all needed. */
  const offers: object[] = []
  /** Removed assemblies, whose links are all needed. */
  const removed: number[] = []
  const look: { readonly [Type in EventType]: (data: EventData<Type>) => void } = {
    ItemRegistered: nothing,
    ItemReinstated: nothing,
    ItemRevised: ({ entity, id }) => records.push({ entity, id: String(id) }),
    ItemPriced: nothing,
    ItemRemoved: ({ entity, id }) => {
      records.push({ entity, id: String(id) })
      if (typeof id === 'number') offers.push({ entity, id })
      if (entity === 'assemblytypes') removed.push(Number(id))
    },
    OfferMade: ({ entity, id }) => offers.push({ entity, id }),
    OfferRemoved: ({ entity, id }) => offers.push({ entity, id }),
    PartLinked: nothing,
    PartLinkChanged: (data) => links.push(linkId(partLink(data))),
    PartUnlinked: (data) => links.push(linkId(partLink(data))),
    SubassemblyLinked: nothing,
    SubassemblyLinkChanged: (data) => links.push(linkId(subLink(data))),
    SubassemblyUnlinked: (data) => links.push(linkId(subLink(data))),
    AssemblyDissolved: ({ assemblyId }) => removed.push(assemblyId),
    AssemblyReinstated: nothing,
    AssemblyCloned: ({ subassemblies }) => {
      for (const { childId } of subassemblies)
        records.push({ entity: 'assemblytypes', id: String(childId) })
    },
    ContentsReinstated: nothing,
    AttributeAdded: nothing,
    AttributeChanged: ({ assemblyId, attributeId }) =>
      attributes.push({ assembly_id: assemblyId, id: attributeId }),
    AttributeRemoved: ({ assemblyId, attributeId }) =>
      attributes.push({ assembly_id: assemblyId, id: attributeId }),
  }
  for (const { type, data } of events) {
    const lookUp = look[type as EventType] as (data: unknown) => void
    lookUp(data)
  }
  return { records, links, attributes, offers, removed }
}
