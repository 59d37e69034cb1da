import type { StructureEvent } from '#contracts/assembly/events.ts'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { changedLink, type Link, type LinkChanges } from '#contracts/assembly/links.ts'
import { refuse, refusals, type Refusal } from '#contracts/refusals.ts'
import type { Decision } from '../kernel/command.ts'
import type { GraphLimits, StructureGraph } from '../model/structure-graph.ts'

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
