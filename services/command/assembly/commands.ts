import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/link-kinds.ts'
import type { Link } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { invalid, isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { streamOf, structureStream } from '#contracts/streams.ts'
import { capitalized } from '#contracts/text.ts'
import { exclusive, shared, type Lock, type Locks } from '#kernel/locks.ts'
import { keyLock, keyReused, type By, type Done } from '../kernel/context.ts'
import {
  handle,
  type CommandContext,
  type HandleOptions,
  type WithNewId,
} from '../kernel/handle.ts'
import type { Model } from '../model/model.ts'
import type { StructureCommand } from '../structure/structure-decider.ts'
import type { Restructured, StructureWriter } from '../structure/writer.ts'
import { assemblies, type Assembly, type AssemblyCommand } from './assembly-decider.ts'

export type AssemblyContext = CommandContext & {
  readonly model: Model
  readonly locks: Locks
  readonly structure: StructureWriter
  readonly withNewId: WithNewId<EntityName>
}

export type AssemblyDone = Done<Assembly> & { readonly id: number }
type Outcome = Promise<AssemblyDone | Refusal>

export const assemblyStream = (id: number) => streamOf(assembly, id)
export const linkedStream = (kind: LinkKind, id: number) =>
  streamOf(entityNamed(linkKinds[kind].entity), id)
export const isLive = ({ model }: AssemblyContext, kind: LinkKind, id: number) =>
  model.records(linkKinds[kind].entity).isLive(id)

export const handleAssembly = async (
  context: AssemblyContext,
  by: By,
  id: number,
  command: AssemblyCommand,
  options: HandleOptions<Assembly> = {},
): Outcome => {
  const outcome = await handle(context, by, assemblyStream(id), assemblies, command, {
    ...options,
    version: ({ revision }) => revision + context.model.structure.version(id),
  })
  return isRefusal(outcome) ? outcome : { ...outcome, id }
}

export const changeAssembly = (
  context: AssemblyContext,
  by: By,
  id: number,
  command: AssemblyCommand,
): Outcome =>
  context.locks([...keyLock(by), exclusive(assemblyStream(id))], () =>
    handleAssembly(context, by, id, command),
  )

export const linkPart = (
  context: AssemblyContext,
  by: By,
  assemblyId: number,
  part: PartKind,
  partId: number,
  link: Link,
): Outcome =>
  whileThere(context, by, exclusive(assemblyStream(assemblyId)), assemblyId, part, partId, () =>
    handleAssembly(context, by, assemblyId, {
      type: 'LinkPart',
      data: { assemblyId, part, partId, ...link },
    }),
  )

export const linkSubassembly = (
  context: AssemblyContext,
  by: By,
  parentId: number,
  childId: number,
  link: Link,
): Promise<Restructured | Refusal> =>
  whileThere(context, by, parentLock(parentId, by), parentId, 'subassembly', childId, () =>
    restructure(context, by, parentId, { type: 'Link', data: { parentId, childId, ...link } }),
  )

/** Runs if the assembly and what is to be in it are there, and as long as both stay. */
const whileThere = <D>(
  context: AssemblyContext,
  by: By,
  lock: Lock,
  assemblyId: number,
  kind: LinkKind,
  id: number,
  run: () => Promise<D | Refusal>,
): Promise<D | Refusal> =>
  context.locks([...keyLock(by), lock, shared(linkedStream(kind, id))], async () => {
    if (context.repository.isRepeat(by)) return run()
    if (!isLive(context, 'subassembly', assemblyId)) return refuse('NOT_FOUND')
    if (isLive(context, kind, id)) return run()
    const { idKey, entity } = linkKinds[kind]
    const message = `${capitalized(entityNamed(entity).noun.the)} finnes ikke`
    return invalid([{ path: idKey, message }])
  })

/** Of those who say which version they saw, one at a time: the first makes another of it. */
const parentLock = (id: number, { ifMatch }: By) =>
  (ifMatch ? exclusive : shared)(assemblyStream(id))

export const changeStructure = (
  context: AssemblyContext,
  by: By,
  parentId: number,
  command: StructureCommand,
): Promise<Restructured | Refusal> =>
  context.locks([...keyLock(by), parentLock(parentId, by)], () =>
    restructure(context, by, parentId, command),
  )

const restructure = async (
  context: AssemblyContext,
  by: By,
  assemblyId: number,
  command: StructureCommand,
): Promise<Restructured | Refusal> => {
  const { repository, structure } = context
  const earlier = repository.remembered(by)
  if (earlier?.stream === structureStream) {
    if (earlier.request !== by.request) return keyReused
    const { revision } = earlier
    const { position } = await repository.lastOf(earlier)
    return { state: null, revision, position, changed: false, repeated: true }
  }
  if (!isLive(context, 'subassembly', assemblyId)) return refuse('NOT_FOUND')
  if (!by.ifMatch) return structure.submit(by, command)
  const { revision } = await repository.load(assemblyStream(assemblyId), assemblies)
  const versions = by.ifMatch.map((version) => version - revision)
  return structure.submit(by, command, { assemblyId, versions })
}

/** Out of the structure first, then out of the catalogue: a crash between is completed at the next start. */
export const removeAssembly = (context: AssemblyContext, id: number, by: By): Outcome => {
  const { locks, repository, model, structure } = context
  const stream = assemblyStream(id)
  return locks([...keyLock(by), exclusive(stream)], async () => {
    const was = await repository.earlier(by, assemblies, (one) => one === stream)
    if (was) return isRefusal(was) ? was : { ...was, id }
    if (!isLive(context, 'subassembly', id)) return refuse('NOT_FOUND')
    const { revision } = await repository.load(stream, assemblies)
    if (by.ifMatch && !by.ifMatch.includes(revision + model.structure.version(id)))
      return refuse('CONFLICT')
    const dissolved = await structure.submit(by, { type: 'Dissolve', data: { assemblyId: id } })
    if (isRefusal(dissolved)) return dissolved
    // From here on it goes, whatever else was changed in it meanwhile.
    const unconditional = { ...by, ifMatch: null }
    return handleAssembly(context, unconditional, id, { type: 'Remove', data: { id } })
  })
}
