import type { AssemblyEvent } from '#contracts/assembly/events.ts'
import type { LinkKind, PartKind } from '#contracts/assembly/links.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { BomModel } from './model.ts'

export const kindOfEntity: Partial<Record<string, LinkKind>> = {
  componenttypes: 'component',
  motortypes: 'motor',
  sensortypes: 'sensor',
  assemblytypes: 'subassembly',
}

/** Ids of records by kind. */
export type Wanted = Readonly<Record<LinkKind, ReadonlySet<number>>>

const linksIn = ({
  type,
  data,
}: RecordedEvent): readonly { readonly part: PartKind; readonly partId: number }[] => {
  if (type === 'PartLinked' || type === 'PartLinkChanged')
    return [data as DataOf<AssemblyEvent, 'PartLinked'>]
  return type === 'AssemblyCloned' ? (data as DataOf<AssemblyEvent, 'AssemblyCloned'>).parts : []
}

/**
 * Records whose rows are to be read for a batch: parts that an assembly links to for the first time, and what
 * is held already and changes. The rows are those after the whole batch, so its order does not matter.
 */
export const wantedFor = (model: BomModel, events: readonly RecordedEvent[]): Wanted => {
  const wanted = {
    component: new Set<number>(),
    motor: new Set<number>(),
    sensor: new Set<number>(),
    subassembly: new Set<number>(),
  }
  for (const event of events) {
    for (const { part, partId } of linksIn(event))
      if (!model.item(part, partId)) wanted[part].add(partId)
    if (!event.type.startsWith('Item')) continue
    const { entity, id } = event.data as DataOf<CatalogueEvent, 'ItemRemoved'>
    const kind = kindOfEntity[entity]
    if (kind && typeof id === 'number' && model.isHeld(kind, id)) wanted[kind].add(id)
  }
  return wanted
}
