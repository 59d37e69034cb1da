import type { StructureEvent } from '#contracts/assembly/events.ts'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { linkWith } from '#contracts/assembly/links.ts'
import { isRefusal, refuse, refusals, type Refusal } from '#contracts/refusals.ts'
import type { Decision } from '../kernel/command.ts'
import type { GraphLimits, StructureGraph } from '../model/structure-graph.ts'
import { decideLink, marksOf, type LinkChange, type LinkCommand } from './link-decider.ts'

export type SubassemblyCommand = LinkCommand<'subassembly'>
export type StructureCommand =
  | { type: 'ChangeLink'; data: SubassemblyCommand }
  | { type: 'Dissolve'; data: { assemblyId: number } }
  | { type: 'Reinstate'; data: { assemblyId: number } }

export const changeLink = (
  assemblyId: number,
  itemId: number,
  change: LinkChange,
): StructureCommand => ({
  type: 'ChangeLink',
  data: { assemblyId, kind: 'subassembly', itemId, change },
})

type NameOf = (assemblyId: number) => string

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

const decideSubassembly = (
  graph: StructureGraph,
  { assemblyId: parentId, itemId: childId, change }: SubassemblyCommand,
  nameOf: NameOf,
  limits: GraphLimits,
): Decision<StructureEvent> => {
  if (graph.dissolved.has(parentId) || graph.dissolved.has(childId)) return refuse('NOT_FOUND')
  const known = graph.get(parentId, childId)
  const after = decideLink(known, change, linkKinds.subassembly.noun.the)
  if (isRefusal(after)) return after
  if (after === undefined) return []
  if (after === null) return [{ type: 'SubassemblyUnlinked', data: { parentId, childId } }]
  const verdict = known ? null : graph.judge(parentId, childId, limits)
  if (verdict && !verdict.fits)
    return 'cycle' in verdict ? circular(verdict.cycle, nameOf) : tooLarge(verdict.limit, limits)
  const type = known ? 'SubassemblyLinkChanged' : 'SubassemblyLinked'
  return [{ type, data: { parentId, childId, ...after }, ...marksOf(change) }]
}

export const decideStructure = (
  graph: StructureGraph,
  { type, data }: StructureCommand,
  nameOf: NameOf,
  limits: GraphLimits = bomLimits,
): Decision<StructureEvent> => {
  if (type === 'ChangeLink') return decideSubassembly(graph, data, nameOf, limits)
  if (type === 'Reinstate') return decideReturn(graph, data, nameOf)
  return graph.dissolved.has(data.assemblyId) ? [] : [{ type: 'AssemblyDissolved', data }]
}

/** Decides each command on the state after `first` and the commands before it. */
const decideInTurn = (
  graph: StructureGraph,
  first: readonly StructureEvent[],
  commands: readonly StructureCommand[],
  nameOf: NameOf,
): Decision<StructureEvent> => {
  const events = [...first]
  const takenBack = first.map((event) => graph.change(event, ''))
  try {
    for (const command of commands) {
      const decision = decideStructure(graph, command, nameOf)
      if (isRefusal(decision)) return decision
      events.push(...decision)
      takenBack.push(...decision.map((event) => graph.change(event, '')))
    }
    return events
  } finally {
    for (const takeBack of takenBack.toReversed()) takeBack()
  }
}

/** Accepts all commands or none. */
export const decideTogether = (
  graph: StructureGraph,
  commands: readonly StructureCommand[],
  nameOf: NameOf,
): Decision<StructureEvent> => {
  const [only] = commands
  if (only && commands.length === 1) return decideStructure(graph, only, nameOf)
  return decideInTurn(graph, [], commands, nameOf)
}

/** Restores the former links whose other end exists. */
const decideReturn = (
  graph: StructureGraph,
  data: { assemblyId: number },
  nameOf: NameOf,
): Decision<StructureEvent> => {
  const { assemblyId } = data
  if (!graph.dissolved.has(assemblyId)) return []
  const links = graph.dissolved
    .linksOf(assemblyId)
    .map(({ from, to, ...link }) => changeLink(from, to, { what: 'add', link: linkWith(link) }))
  return decideInTurn(graph, [{ type: 'AssemblyReinstated', data }], links, nameOf)
}
