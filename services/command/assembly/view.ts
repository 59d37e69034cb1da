import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { osloDay } from '#contracts/days.ts'
import type { Position, RecordedEvent } from '#contracts/event-log.ts'
import { effectOf } from '#contracts/events.ts'
import { streamOf, structureStream } from '#contracts/streams.ts'
import { parseEvent } from '#contracts/parse-event.ts'
import type { RecordView } from '../item/answer.ts'
import { findRecord, type CatalogueContext } from '../catalogue/finders.ts'
import type { Done } from '../kernel/command.ts'
import { StructureGraph } from '../model/structure-graph.ts'

export type View = RecordView & {
  readonly structure: (assemblyId: number) => Promise<StructureGraph>
}

/** A repeated command is answered with the state of its first execution. */
export const viewOf = (
  context: CatalogueContext,
  { repeated, position, at }: Done<unknown>,
): View =>
  repeated && position !== null && at !== null ? past(context, position, at) : present(context)

const present = (context: CatalogueContext): View => ({
  day: osloDay(context.now()),
  record: async (entity, id) => (await findRecord(context, entity, id))?.item,
  title: async (name, id) => context.model.records(name).title(id) ?? null,
  structure: async () => context.model.structure,
})

const past = ({ log, handlers }: CatalogueContext, position: Position, at: string): View => {
  const until = (events: readonly RecordedEvent[]) =>
    events.filter((event) => event.position <= position)
  const record: View['record'] = async (entity, id) => {
    const events = await log.read(streamOf(entity, id))
    const item = handlers[entity.name].fold(id, until(events))
    return item.status === 'live' ? item : undefined
  }
  return {
    day: osloDay(at),
    record,
    title: async (name, id) => {
      const entity = entityNamed(name)
      const title = (await record(entity, id))?.values[entity.title]
      return typeof title === 'string' ? title : null
    },
    structure: async (id) => {
      const events = [
        ...(await log.read(streamOf(assembly, id))),
        ...(await log.read(structureStream)),
      ]
      const graph = new StructureGraph()
      const inOrder = until(events)
        .toSorted((a, b) => (a.position < b.position ? -1 : 1))
        .flatMap((event) => parseEvent(event) ?? [])
      for (const event of inOrder)
        if (event.stream === structureStream || effectOf(event.type) === 'cloned') graph.take(event)
      return graph
    },
  }
}
