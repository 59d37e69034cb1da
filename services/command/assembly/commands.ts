import { v5 } from 'uuid'
import { idKeyOf, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { missingText } from '#contracts/entity.ts'
import { assemblyMissing } from '#contracts/assembly/missing.ts'
import { invalid, isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import type { CommandContext, ItemDone, ItemHandler } from '../item/item-handler.ts'
import { keyLock, type By } from '../kernel/command.ts'
import type { LinkCommand } from '../structure/link-decider.ts'
import type { SubassemblyCommand } from '../structure/structure-decider.ts'
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

/** A link to a part is in the assembly's own stream, one to a subassembly in the structure. */
const writeLink = (
  context: AssemblyContext,
  by: By,
  { kind, ...link }: LinkCommand,
): Promise<LinkDone | Refusal> =>
  kind === 'subassembly'
    ? restructure(context, by, { ...link, kind })
    : context.assemblies.handle(by, link.assemblyId, {
        type: 'ChangeParts',
        data: [{ ...link, kind }],
      })

/** A new link locks its item against removal. */
export const changeLink = (
  context: AssemblyContext,
  by: By,
  command: LinkCommand,
): Promise<LinkDone | Refusal> => {
  const { assemblyId, kind, itemId, change } = command
  // Links to subassemblies are in another stream; only those with If-Match run one at a time.
  const lock = kind === 'subassembly' && !by.ifMatch ? shared : exclusive
  const own = lock(assemblyStream(assemblyId))
  const run = () => writeLink(context, by, command)
  if (change.what !== 'add') return context.locks([...keyLock(by), own], run)
  return context.locks([...keyLock(by), own, shared(linkedStream(kind, itemId))], async () => {
    if (context.repository.isRepeat(by)) return run()
    if (!isLive(context, 'subassembly', assemblyId)) return assemblyMissing
    if (isLive(context, kind, itemId)) return run()
    const entity = entityNamed(linkKinds[kind].entity)
    return invalid([{ path: idKeyOf(kind), message: missingText(entity) }])
  })
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
  data: SubassemblyCommand,
): Promise<Restructured | Refusal> => {
  const { repository, model, assemblies } = context
  const { ifMatch } = by
  const command = { type: 'ChangeLink', data } as const
  if (repository.isRepeat(by)) return writeStructure(context, by, [command])
  if (!isLive(context, 'subassembly', data.assemblyId)) return assemblyMissing
  if (!ifMatch) return writeStructure(context, by, [command])
  const { revision } = await assemblies.load(data.assemblyId)
  const isCurrent = () => ifMatch.includes(revision + model.structure.version(data.assemblyId))
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
  if (!isLive(context, 'subassembly', id)) return assemblyMissing
  if (!(await isCurrent(context, by, id))) return refuse('CONFLICT')
  const dissolved = await writeStructure(context, by, [
    { type: 'Dissolve', data: { assemblyId: id } },
  ])
  if (isRefusal(dissolved)) return dissolved
  // From here on it is removed, whatever else has changed.
  return assemblies.handle({ ...by, ifMatch: null }, id, { type: 'Remove', data: { id } })
}

/** Combines the revisions of its own stream and of the structure. */
export const versionOf = async ({ assemblies }: AssemblyContext, id: number) =>
  (await assemblies.load(id)).version

export const isCurrent = async (context: AssemblyContext, { ifMatch }: By, id: number) =>
  !ifMatch || ifMatch.includes(await versionOf(context, id))
