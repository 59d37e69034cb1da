import type { KeptLink } from '#contracts/assembly/links.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { structureStream } from '#contracts/streams.ts'
import { exclusive, type Locks } from '#kernel/locks.ts'
import { appendOwn, eventsOf, type AppendContext } from '../kernel/append.ts'
import type { By, Done } from '../kernel/command.ts'
import type { Model } from '../model/model.ts'
import { linkAfter } from '../model/structure-graph.ts'
import { decideTogether, type StructureCommand } from './structure-decider.ts'

/** The link as the last command left it; null where it left none. */
export type Restructured = Done<KeptLink | null>

type StructureContext = AppendContext & { readonly model: Model; readonly locks: Locks }

const attempts = 20

/**
 * Writes `bom-structure`, in this process one caller after the other, whose commands are done together; against another process the
 * expected revision holds. `isCurrent` is asked when all commands before this one are done.
 */
export const createStructureWriter = (context: StructureContext) => {
  const { log, model, positions, locks, now } = context
  const { structure } = model
  const nameOf = (id: number) => model.nameOf(id)

  const catchUp = async (): Promise<boolean> => {
    const next = BigInt(model.revisionOf(structureStream) + 1)
    const last = (await log.read(structureStream, next)).at(-1)
    // In the log's order: a link may name a clone that only the log, not the structure, tells of.
    return last === undefined || positions.reach(last.position, 5_000)
  }

  const write = async (
    by: By,
    commands: readonly StructureCommand[],
    isCurrent: () => boolean,
  ): Promise<Restructured | Refusal> => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (!isCurrent()) return refuse('CONFLICT')
      const decision = decideTogether(structure, commands, nameOf)
      if (isRefusal(decision)) return decision
      const { data } = commands.at(-1)!
      const before = 'childId' in data ? structure.get(data.parentId, data.childId) : undefined
      const revision = BigInt(model.revisionOf(structureStream))
      const event = decision.at(-1)
      const at = now().toISOString()
      const position = positions.reached()
      if (!event) return { state: before ?? null, revision, position, at, changed: false }
      const events = eventsOf(decision, by, at, 'structure-')
      const last = (await appendOwn(context, structureStream, revision, events))?.at(-1)
      if (last) {
        const state = linkAfter(event, before?.at ?? at)
        return { state, revision: last.revision, position: last.position, at, changed: true }
      }
      if (!(await catchUp())) break
    }
    return refuse('UNAVAILABLE')
  }

  return (by: By, commands: readonly StructureCommand[], isCurrent = () => true) =>
    locks([exclusive(structureStream)], () => write(by, commands, isCurrent))
}

export type StructureWriter = ReturnType<typeof createStructureWriter>
