import type { StructureEvent } from '#contracts/assembly/events.ts'
import { bomLimits } from '#contracts/assembly/bom.ts'
import {
  changedLink,
  type KeptLink,
  type Link,
  type LinkChanges,
} from '#contracts/assembly/links.ts'
import { isRefusal, refuse, refusals, type Refusal } from '#contracts/refusals.ts'
import { structureStream } from '#contracts/streams.ts'
import { exclusive, type Locks } from '#kernel/locks.ts'
import { appendOwn, eventsOf, type AppendContext } from '../kernel/append.ts'
import type { By, Decision, Done } from '../kernel/command.ts'
import type { Model } from '../model/model.ts'
import { linkAfter, type GraphLimits, type StructureGraph } from '../model/structure-graph.ts'

export type StructureCommand =
  | { type: 'Link'; data: { parentId: number; childId: number } & Link }
  | { type: 'ChangeLink'; data: { parentId: number; childId: number; changes: LinkChanges } }
  | { type: 'Unlink'; data: { parentId: number; childId: number } }
  | { type: 'Dissolve'; data: { assemblyId: number } }

type NameOf = (assemblyId: number) => string

const gone = refuse('NOT_FOUND')

const circular = (ids: readonly number[], nameOf: NameOf): Refusal => {
  const path = ids.map((id) => ({ id, name: nameOf(id) }))
  const names = path.map(({ name }) => name).join(' → ')
  const text = refusals.CYCLE.text.replace(/\.$/, '')
  return refuse('CYCLE', `${text}: ${names}`, { path })
}

const tooLarge = (limit: 'depth' | 'pairs', { depth, pairsPerLink }: GraphLimits): Refusal =>
  limit === 'depth'
    ? refuse('LIMIT', `Strukturen kan ikke bli dypere enn ${depth} nivåer.`)
    : refuse(
        'LIMIT',
        `Koblingen berører flere enn ${pairsPerLink.toLocaleString('nb-NO')} par av sammenstillinger.`,
      )

export const decideStructure = (
  graph: StructureGraph,
  command: StructureCommand,
  nameOf: NameOf,
  limits: GraphLimits = bomLimits,
): Decision<StructureEvent> => {
  if (command.type === 'Dissolve') {
    const { assemblyId } = command.data
    return graph.isDissolved(assemblyId)
      ? []
      : [{ type: 'AssemblyDissolved', data: { assemblyId } }]
  }
  const { parentId, childId } = command.data
  if (graph.isDissolved(parentId) || graph.isDissolved(childId)) return gone
  const known = graph.get(parentId, childId)
  switch (command.type) {
    case 'Link': {
      if (known) return refuse('DUPLICATE', 'Underenheten er allerede i sammenstillingen.')
      const verdict = graph.judge(parentId, childId, limits)
      if (verdict.fits) return [{ type: 'SubassemblyLinked', data: command.data }]
      return 'circle' in verdict
        ? circular(verdict.circle, nameOf)
        : tooLarge(verdict.limit, limits)
    }
    case 'ChangeLink': {
      if (!known) return gone
      const after = changedLink(known, command.data.changes)
      return after
        ? [{ type: 'SubassemblyLinkChanged', data: { parentId, childId, ...after } }]
        : []
    }
    case 'Unlink':
      return known ? [{ type: 'SubassemblyUnlinked', data: { parentId, childId } }] : gone
  }
}

/** The link as the command left it; null where it left none. */
export type Restructured = Done<KeptLink | null>

type StructureContext = AppendContext & { readonly model: Model; readonly locks: Locks }

const attempts = 20

/**
 * Writes `bom-structure`, one command after the other in this process; against another process the
 * expected revision holds. `isCurrent` is asked when all commands before this one are done.
 */
export const createStructureWriter = (context: StructureContext) => {
  const { log, model, positions, locks, now } = context
  const { structure } = model
  const nameOf = (id: number) => model.records('assemblytypes').title(id) ?? `sammenstilling ${id}`

  const catchUp = async (): Promise<boolean> => {
    const next = BigInt(model.revisionOf(structureStream) + 1)
    const last = (await log.read(structureStream, next)).at(-1)
    // In the log's order: a link may name a clone that only the log, not the structure, tells of.
    return last === undefined || positions.reach(last.position, 5_000)
  }

  const write = async (
    by: By,
    command: StructureCommand,
    isCurrent: () => boolean,
  ): Promise<Restructured | Refusal> => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (!isCurrent()) return refuse('CONFLICT')
      const decision = decideStructure(structure, command, nameOf)
      if (isRefusal(decision)) return decision
      const { data } = command
      const before = 'childId' in data ? structure.get(data.parentId, data.childId) : undefined
      const revision = BigInt(model.revisionOf(structureStream))
      const [event] = decision
      if (!event)
        return { state: before ?? null, revision, position: positions.reached(), changed: false }
      const at = now().toISOString()
      const events = eventsOf(decision, by, at, 'structure-')
      const last = (await appendOwn(context, structureStream, revision, events))?.at(-1)
      if (last) {
        const state = linkAfter(event, before?.at ?? at)
        return { state, revision: last.revision, position: last.position, changed: true }
      }
      if (!(await catchUp())) break
    }
    return refuse('UNAVAILABLE')
  }

  return (by: By, command: StructureCommand, isCurrent = () => true) =>
    locks([exclusive(structureStream)], () => write(by, command, isCurrent))
}

export type StructureWriter = ReturnType<typeof createStructureWriter>
