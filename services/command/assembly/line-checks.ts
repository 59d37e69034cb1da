import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import {
  changesIn,
  type LineBody,
  type LineChange,
  type LinesBody,
} from '#contracts/assembly/lines.ts'
import { changedLink, linkWith, type Link } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { missingText } from '#contracts/entity.ts'
import { assemblyMissing } from '#contracts/assembly/missing.ts'
import { invalid, isRefusal, refuse, type FieldError, type Refusal } from '#contracts/refusals.ts'
import type { LinkCommand } from '../structure/link-decider.ts'
import {
  decideTogether,
  type StructureCommand,
  type SubassemblyCommand,
} from '../structure/structure-decider.ts'
import { isLive, type AssemblyContext } from './commands.ts'
import { decideParts, partKey, type PartCommand } from './part-decider.ts'

/** Ids of the new assemblies, by index. */
type NewIds = readonly number[]

const linesUnder = (assemblyId: number, lines: readonly LineBody[], ids: NewIds) =>
  lines.map((line): LinkCommand => {
    const { kind, itemId = ids[line.made!]!, row } = line
    return { assemblyId, kind, itemId, change: { what: 'set', changes: changesIn(line), row } }
  })
const removalsFrom = (assemblyId: number, removed: LinesBody['removed']) =>
  removed.map((one): LinkCommand => ({ assemblyId, ...one, change: { what: 'remove' } }))

export const partCommands = (
  id: number,
  { lines, removed = [] }: Pick<LinesBody, 'lines'> & Partial<LinesBody>,
): readonly PartCommand[] =>
  [...removalsFrom(id, removed), ...linesUnder(id, lines, [])].filter(
    (one): one is PartCommand => one.kind !== 'subassembly',
  )

/** Removals first, so that they free levels for additions. */
export const structureCommands = (
  id: number,
  { made, lines, removed }: LinesBody,
  ids: NewIds,
): readonly StructureCommand[] =>
  [
    ...removalsFrom(id, removed),
    ...made.flatMap((one, at) => linesUnder(ids[at]!, one.lines, ids)),
    ...linesUnder(id, lines, ids),
  ]
    .filter((one): one is SubassemblyCommand => one.kind === 'subassembly')
    .map((data) => ({ type: 'ChangeLink', data }))

const faultsIn = (
  context: AssemblyContext,
  lines: readonly LineBody[],
  path: string,
  madeBefore: number,
): readonly FieldError[] => {
  const seen = new Set<string>()
  return lines.flatMap(({ kind, itemId, made }, at) => {
    const fault = (message: string) => [{ path: `${path}.${at}`, message }]
    const key = partKey(kind, itemId ?? -made!)
    if (seen.has(key) && itemId !== undefined) return fault('Står flere ganger')
    seen.add(key)
    if (itemId === undefined)
      return made! < madeBefore ? [] : fault('Den nye sammenstillingen må stå før')
    return isLive(context, kind, itemId)
      ? []
      : fault(missingText(entityNamed(linkKinds[kind].entity)))
  })
}

/** Stores limit an append to 1 MiB, including the metadata of each event. */
const mostBytes = 900_000
const bytesOfMetadata = 700

/** `events` is the number of events for the content. */
export const isTooLarge = (content: unknown, events: number): boolean =>
  JSON.stringify(content).length + events * bytesOfMetadata > mostBytes

const countLines = ({ made, lines }: LinesBody): number =>
  made.reduce((sum, one) => sum + one.lines.length, lines.length)

const unmadeFault = async (
  { assemblies, model }: AssemblyContext,
  id: number,
  { unmade }: LinesBody,
): Promise<Refusal | undefined> => {
  const known = new Set([id, ...unmade.map((one) => one.id)])
  for (const one of unmade) {
    const name = model.records('assemblytypes').title(one.id)
    if (name === undefined) return refuse('NOT_FOUND')
    if (!model.structure.parentsOf(one.id).every((parent) => known.has(parent)))
      return refuse('IN_USE', `«${name}» er tatt i bruk et annet sted.`)
    if ((await assemblies.load(one.id)).revision !== BigInt(one.revision))
      return refuse('CONFLICT', `«${name}» er endret siden.`)
  }
  return undefined
}

/** Why the whole change is refused, before any part is written. */
export const refusalOf = async (
  context: AssemblyContext,
  id: number,
  body: LinesBody,
): Promise<Refusal | undefined> => {
  const { model } = context
  const { made, lines } = body
  if (!isLive(context, 'subassembly', id)) return assemblyMissing
  const faults = [
    ...made.flatMap((one, at) => faultsIn(context, one.lines, `made.${at}.lines`, at)),
    ...faultsIn(context, lines, 'lines', made.length),
  ]
  if (faults.length > 0) return invalid(faults)
  if (isTooLarge(body, countLines(body)))
    return refuse('LIMIT', 'Så mange linjer kan ikke endres i én operasjon.')
  const { state } = await context.assemblies.load(id)
  const decision = decideParts(partCommands(id, body), state)
  if (isRefusal(decision)) return decision
  // Provisional ids.
  const ids = made.map((_, at) => model.records('assemblytypes').highest() + 1 + at)
  const nameOf = (one: number) => made[ids.indexOf(one)]?.name ?? model.nameOf(one)
  const structure = decideTogether(model.structure, structureCommands(id, body, ids), nameOf)
  return isRefusal(structure) ? structure : unmadeFault(context, id, body)
}

export const checkLines = async (
  context: AssemblyContext,
  id: number,
  body: LinesBody,
): Promise<readonly LineChange[] | Refusal> => {
  const refusal = await refusalOf(context, id, body)
  if (refusal) return refusal
  const { state } = await context.assemblies.load(id)
  const before = (kind: LineChange['kind'], itemId: number): Link | null => {
    const kept =
      kind === 'subassembly'
        ? context.model.structure.get(id, itemId)
        : state.parts.get(partKey(kind, itemId))
    return kept ? linkWith(kept) : null
  }
  const set = body.lines.flatMap(({ kind, itemId, ...line }): LineChange[] => {
    if (itemId === undefined) return []
    const was = before(kind, itemId)
    const changes = changesIn({ kind, ...line })
    const after = was ? changedLink(was, changes) : linkWith(changes)
    return after ? [{ kind, itemId, before: was, after }] : []
  })
  const removed = body.removed.map(({ kind, itemId }) => ({
    kind,
    itemId,
    before: before(kind, itemId),
    after: null,
  }))
  return [...removed, ...set]
}
