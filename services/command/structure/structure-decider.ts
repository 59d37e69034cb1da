import type { StructureEvent } from '#contracts/assembly/events.ts'
import { bomLimits } from '#contracts/assembly/bom.ts'
import { changedLink, linkWith, type Link, type LinkChanges } from '#contracts/assembly/links.ts'
import { isRefusal, refuse, refusals, type Refusal } from '#contracts/refusals.ts'
import { fromRow, type Decision } from '../kernel/command.ts'
import type { GraphLimits, StructureGraph } from '../model/structure-graph.ts'

export type StructureCommand =
  | { type: 'Link'; data: { parentId: number; childId: number } & Link }
  | { type: 'ChangeLink'; data: { parentId: number; childId: number; changes: LinkChanges } }
  /** Adds or changes a link, from a row of a file. */
  | { type: 'SetLink'; data: SetLink }
  | { type: 'Unlink'; data: { parentId: number; childId: number } }
  | { type: 'Dissolve'; data: { assemblyId: number } }
  | { type: 'Reinstate'; data: { assemblyId: number } }

type SetLink = { parentId: number; childId: number; changes: LinkChanges; row?: number | undefined }

type NameOf = (assemblyId: number) => string

const notFound = refuse('NOT_FOUND')

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
    return graph.dissolved.has(assemblyId)
      ? []
      : [{ type: 'AssemblyDissolved', data: { assemblyId } }]
  }
  if (command.type === 'Reinstate') return decideReturn(graph, command.data, nameOf)
  const { parentId, childId } = command.data
  if (graph.dissolved.has(parentId) || graph.dissolved.has(childId)) return notFound
  const known = graph.get(parentId, childId)
  if (command.type === 'SetLink') {
    const { changes, row } = command.data
    const decided = decideStructure(
      graph,
      known
        ? { type: 'ChangeLink', data: { parentId, childId, changes } }
        : { type: 'Link', data: { parentId, childId, ...linkWith(changes) } },
      nameOf,
      limits,
    )
    return fromRow(row, decided)
  }
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
      if (!known) return notFound
      const after = changedLink(known, command.data.changes)
      return after
        ? [{ type: 'SubassemblyLinkChanged', data: { parentId, childId, ...after } }]
        : []
    }
    case 'Unlink':
      return known ? [{ type: 'SubassemblyUnlinked', data: { parentId, childId } }] : notFound
  }
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
  const links = graph.dissolved.linksOf(assemblyId).map(({ from, to, ...link }) => {
    const data = { parentId: from, childId: to, ...linkWith(link) }
    return { type: 'Link', data } as const
  })
  return decideInTurn(graph, [{ type: 'AssemblyReinstated', data }], links, nameOf)
}
