import { v5 } from 'uuid'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Link, LinkChanges } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { missingText } from '#contracts/entity.ts'
import { invalid, isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import type { CommandContext, ItemDone, ItemHandler } from '../item/item-handler.ts'
import { keyLock, type By } from '../kernel/command.ts'
import type { StructureCommand } from '../structure/structure-decider.ts'
import { writeStructure, type Restructured } from '../structure/structure-writer.ts'
import type { Assembly, AssemblyCommand } from './assembly-decider.ts'

export type AssemblyContext = CommandContext & {
  readonly assemblies: ItemHandler<AssemblyCommand, Assembly>
}

type Outcome = Promise<ItemDone<Assembly> | Refusal>
export type LinkDone = ItemDone<Assembly> | Restructured

export const assemblyStream = (id: number) => streamOf(assembly, id)
export const linkedStream = (kind: LinkKind, id: number) =>
  streamOf(entityNamed(linkKinds[kind].entity), id)
export const isLive = ({ model }: AssemblyContext, kind: LinkKind, id: number) =>
  model.records(linkKinds[kind].entity).isLive(id)

export const changeAssembly = (
  { locks, assemblies }: AssemblyContext,
  by: By,
  id: number,
  command: AssemblyCommand,
): Outcome =>
  locks([...keyLock(by), exclusive(assemblyStream(id))], () => assemblies.handle(by, id, command))

/** Links while both records are locked against removal. */
export const linkTo = (
  context: AssemblyContext,
  by: By,
  assemblyId: number,
  kind: LinkKind,
  itemId: number,
  link: Link,
): Promise<LinkDone | Refusal> => {
  const run = (): Promise<LinkDone | Refusal> => {
    if (kind !== 'subassembly') {
      const data = { assemblyId, part: kind, partId: itemId, ...link }
      return context.assemblies.handle(by, assemblyId, { type: 'LinkPart', data })
    }
    const data = { parentId: assemblyId, childId: itemId, ...link }
    return restructure(context, by, assemblyId, { type: 'Link', data })
  }
  const lock =
    kind === 'subassembly' ? parentLock(assemblyId, by) : exclusive(assemblyStream(assemblyId))
  return context.locks([...keyLock(by), lock, shared(linkedStream(kind, itemId))], async () => {
    if (context.repository.isRepeat(by)) return run()
    if (!isLive(context, 'subassembly', assemblyId)) return refuse('NOT_FOUND')
    if (isLive(context, kind, itemId)) return run()
    const { idKey, entity } = linkKinds[kind]
    return invalid([{ path: idKey, message: missingText(entityNamed(entity)) }])
  })
}

/** Commands with If-Match run one at a time, since the first changes the version. */
const parentLock = (id: number, { ifMatch }: By) =>
  (ifMatch ? exclusive : shared)(assemblyStream(id))

/** Changes a link; removes it if `changes` is absent. */
export const changeLink = (
  context: AssemblyContext,
  by: By,
  assemblyId: number,
  kind: LinkKind,
  itemId: number,
  changes: LinkChanges | null,
): Promise<LinkDone | Refusal> => {
  if (kind !== 'subassembly') {
    const data = { assemblyId, part: kind, partId: itemId }
    const command: AssemblyCommand = changes
      ? { type: 'ChangePartLink', data: { ...data, changes } }
      : { type: 'UnlinkPart', data }
    return changeAssembly(context, by, assemblyId, command)
  }
  const data = { parentId: assemblyId, childId: itemId }
  const command: StructureCommand = changes
    ? { type: 'ChangeLink', data: { ...data, changes } }
    : { type: 'Unlink', data }
  return context.locks([...keyLock(by), parentLock(assemblyId, by)], () =>
    restructure(context, by, assemblyId, command),
  )
}

/** The context of one step, with its own id, so that a repeated command finds the step again. */
export const step = (by: By, name: string): By => ({
  ...by,
  ifMatch: null,
  commandId: v5(name, by.commandId),
})

export const partStreams = ({ parts }: Assembly): readonly string[] =>
  [...parts.values()].map(({ part, partId }) => linkedStream(part, partId))

const restructure = async (
  context: AssemblyContext,
  by: By,
  assemblyId: number,
  command: StructureCommand,
): Promise<Restructured | Refusal> => {
  const { repository, model, assemblies } = context
  const { ifMatch } = by
  if (repository.isRepeat(by)) return writeStructure(context, by, [command])
  if (!isLive(context, 'subassembly', assemblyId)) return refuse('NOT_FOUND')
  if (!ifMatch) return writeStructure(context, by, [command])
  const { revision } = await assemblies.load(assemblyId)
  const isCurrent = () => ifMatch.includes(revision + model.structure.version(assemblyId))
  return writeStructure(context, by, [command], isCurrent)
}

export const removeAssembly = (context: AssemblyContext, id: number, by: By): Outcome =>
  context.locks([...keyLock(by), exclusive(assemblyStream(id))], () =>
    removeLocked(context, id, by),
  )

/**
 * Removes it from the structure first, then from the catalogue. After a crash in between, the next start completes it.
 */
export const removeLocked = async (context: AssemblyContext, id: number, by: By): Outcome => {
  const { assemblies } = context
  const was = await assemblies.earlier(by, id)
  if (was) return was
  if (!isLive(context, 'subassembly', id)) return refuse('NOT_FOUND')
  if (!(await isCurrent(context, by, id))) return refuse('CONFLICT')
  const dissolved = await writeStructure(context, by, [
    { type: 'Dissolve', data: { assemblyId: id } },
  ])
  if (isRefusal(dissolved)) return dissolved
  // From here on it is removed, whatever else has changed.
  return assemblies.handle({ ...by, ifMatch: null }, id, { type: 'Remove', data: { id } })
}

/** Combines the revisions of its own stream and of the structure. */
export const versionOf = async ({ assemblies, model }: AssemblyContext, id: number) =>
  (await assemblies.load(id)).revision + model.structure.version(id)

export const isCurrent = async (context: AssemblyContext, { ifMatch }: By, id: number) =>
  !ifMatch || ifMatch.includes(await versionOf(context, id))
