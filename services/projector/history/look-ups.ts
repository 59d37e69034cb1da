import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Effect } from '#contracts/event-definition.ts'
import { definitionOf, type DataWith } from '#contracts/events.ts'
import { linkIn, partLink, subLink } from '../bom/bom-links.ts'
import { linkId } from './fold.ts'
import type { LinkId } from './state.ts'

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
  const addAttribute = (assembly_id: number, id: number) => attributes.push({ assembly_id, id })
  const addContents = ({ assemblyId, parts, attributes }: DataWith<'filled'>) => {
    for (const part of parts) links.push(linkId(partLink({ ...part, assemblyId })))
    for (const { attributeId } of attributes) addAttribute(assemblyId, attributeId)
  }
  const look: { readonly [E in Effect]: (data: DataWith<E>) => void } = {
    created: nothing,
    revised: ({ entity, id }) => records.push({ entity, id: String(id) }),
    priced: nothing,
    removed: ({ entity, id }) => {
      records.push({ entity, id: String(id) })
      if (typeof id === 'number') offers.push({ entity, id })
      if (entity === 'assemblytypes') removed.push(Number(id))
    },
    offerSet: ({ entity, id }) => offers.push({ entity, id }),
    offerRemoved: ({ entity, id }) => offers.push({ entity, id }),
    none: nothing,
    linked: (data) => links.push(linkId(linkIn(data))),
    unlinked: (data) => links.push(linkId(linkIn(data))),
    dissolved: ({ assemblyId }) => removed.push(assemblyId),
    rejoined: nothing,
    cloned: (data) => {
      for (const { childId } of data.subassemblies) {
        records.push({ entity: 'assemblytypes', id: String(childId) })
        links.push(linkId(subLink({ parentId: data.assemblyId, childId })))
      }
      addContents(data)
    },
    filled: addContents,
    attributeSet: ({ assemblyId, attributeId }) => addAttribute(assemblyId, attributeId),
    attributeRemoved: ({ assemblyId, attributeId }) => addAttribute(assemblyId, attributeId),
  }
  for (const { type, data } of events)
    (look[definitionOf(type).effect] as (data: unknown) => void)(data)
  return { records, links, attributes, offers, removed }
}
