import { linkWith } from '#contracts/assembly/links.ts'
import { assemblyMissing } from '#contracts/assembly/missing.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import { shared } from '#kernel/locks.ts'
import type { ItemDone } from '../item/item-handler.ts'
import { keyLock, type By } from '../kernel/command.ts'
import { contentsOf, type Assembly } from './assembly-decider.ts'
import { attributeIdOf } from './attribute-decider.ts'
import { assemblyStream, isLive, partStreams, type AssemblyContext } from './commands.ts'
import { isTooLarge } from './line-checks.ts'

type CloneAs = { readonly name: string; readonly description?: string | null | undefined }

export const cloneAssembly = async (
  context: AssemblyContext,
  sourceId: number,
  as: CloneAs,
  by: By,
): Promise<ItemDone<Assembly> | Refusal> => {
  // Locks the parts, so that none is deleted while they are copied.
  for (;;) {
    const parts = new Set(await streamsToCopy(context, sourceId))
    const locks = [shared(assemblyStream(sourceId)), ...[...parts].map(shared)]
    const outcome = await context.locks([...keyLock(by), ...locks], async () =>
      (await streamsToCopy(context, sourceId)).every((part) => parts.has(part))
        ? cloneOnce(context, sourceId, as, by)
        : undefined,
    )
    if (outcome) return outcome
  }
}

const streamsToCopy = async (context: AssemblyContext, id: number): Promise<readonly string[]> =>
  isLive(context, 'subassembly', id) ? partStreams((await context.assemblies.load(id)).state) : []

const cloneOnce = async (
  context: AssemblyContext,
  sourceId: number,
  as: CloneAs,
  by: By,
): Promise<ItemDone<Assembly> | Refusal> => {
  const { repository, assemblies } = context
  if (!repository.isRepeat(by) && !isLive(context, 'subassembly', sourceId)) return assemblyMissing
  return assemblies.create(by, async (id) => {
    const { state: source } = await assemblies.load(sourceId)
    if (source.status !== 'live') return assemblyMissing
    const described = String(source.values['description'] || source.values['name'])
    const description = as.description || `Kopi av ${described}`
    const values = { ...source.values, name: as.name, description }
    const data = { id, values, ...copyOf(context, source, sourceId, id) }
    return isTooLarge(data, 0)
      ? refuse('LIMIT', 'Sammenstillingen er for stor til å klones i én operasjon.')
      : { type: 'Clone', data }
  })
}

const copyOf = (context: AssemblyContext, source: Assembly, sourceId: number, id: number) => {
  const { structure } = context.model
  const { parts, attributes } = contentsOf(source)
  const subassemblies = structure
    .childrenOf(sourceId)
    .map((childId) => ({ childId, ...linkWith(structure.get(sourceId, childId)!) }))
  return {
    sourceId,
    parts: parts.filter(({ part, partId }) => isLive(context, part, partId)),
    subassemblies: subassemblies.toReversed(),
    attributes: attributes.map((attribute, i) => ({
      ...attribute,
      attributeId: attributeIdOf(id, i + 1),
    })),
  }
}
