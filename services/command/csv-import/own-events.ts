import type { Entity } from '#contracts/entity.ts'
import type { EventLog, RecordedEvent } from '#contracts/event-log.ts'
import { streamOf } from '#command/catalogue/commands.ts'

/** What one command wrote to a record. */
export const ownEvents = async (
  log: EventLog,
  entity: Entity,
  id: number,
  commandId: string,
): Promise<readonly RecordedEvent[]> =>
  (await log.read(streamOf(entity, id))).filter(({ metadata }) => metadata.commandId === commandId)
