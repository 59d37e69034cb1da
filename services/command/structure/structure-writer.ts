import type { KeptLink } from '#contracts/assembly/links.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { structureStream } from '#contracts/streams.ts'
import { exclusive } from '#kernel/locks.ts'
import type { CommandContext } from '../item/item-handler.ts'
import { appendOwn, eventsOf } from '../kernel/append.ts'
import type { By, Done } from '../kernel/command.ts'
import { linkAfter } from '../model/structure-graph.ts'
import { decideTogether, type StructureCommand } from './structure-decider.ts'

/** The link after the last command; null if there is none, or for a repeated command. */
export type Restructured = Done<KeptLink | null>

const attempts = 20

/** Loaded only for its keys. */
const keysOnly = { initial: () => null, evolve: () => null }

/**
 * Writes `bom-structure`. Callers in this process run one at a time, their commands in one append; other processes
 * are detected by the expected revision. `isCurrent` is checked in that order. Repeated commands are not written
 * again.
 */
export const writeStructure = async (
  context: CommandContext,
  by: By,
  commands: readonly StructureCommand[],
  isCurrent: () => boolean = () => true,
): Promise<Restructured | Refusal> =>
  (await context.repository.earlier(by, keysOnly, structureStream)) ??
  context.locks([exclusive(structureStream)], async () => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (!isCurrent()) return refuse('CONFLICT')
      const outcome = await writeOnce(context, by, commands)
      if (outcome) return outcome
      if (!(await catchUp(context))) break
    }
    return refuse('UNAVAILABLE')
  })

/** Null if another process wrote first. */
const writeOnce = async (
  context: CommandContext,
  by: By,
  commands: readonly StructureCommand[],
): Promise<Restructured | Refusal | null> => {
  const { model, positions, now } = context
  const { structure } = model
  const decision = decideTogether(structure, commands, (id) => model.nameOf(id))
  if (isRefusal(decision)) return decision
  const { data } = commands.at(-1)!
  const before = 'itemId' in data ? structure.get(data.assemblyId, data.itemId) : undefined
  const revision = BigInt(model.revisionOf(structureStream))
  const event = decision.at(-1)
  const at = now().toISOString()
  if (!event)
    return { state: before ?? null, revision, position: positions.current, at, changed: false }
  const events = eventsOf(decision, by, at, 'structure-')
  const last: RecordedEvent | undefined = (
    await appendOwn(context, structureStream, revision, events)
  )?.at(-1)
  if (!last) return null
  const state = linkAfter(event, before?.at ?? at)
  return { state, revision: last.revision, position: last.position, at, changed: true }
}

const catchUp = async ({ log, model, positions }: CommandContext): Promise<boolean> => {
  const next = BigInt(model.revisionOf(structureStream) + 1)
  const last = (await log.read(structureStream, next)).at(-1)
  // Waits for the log's order: a link may name a clone that only the log contains.
  return last === undefined || positions.reach(last.position, 5_000)
}
