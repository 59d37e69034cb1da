import { assembly } from '#contracts/catalogue/index.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { shared } from '#kernel/locks.ts'
import { keyLock, type By } from '../kernel/context.ts'
import { clonedMark } from '../model/model.ts'
import { assemblies, attributeIdOf, type Assembly } from './assembly-decider.ts'
import {
  assemblyStream,
  handleAssembly,
  isLive,
  linkedStream,
  type AssemblyContext,
  type AssemblyDone,
} from './commands.ts'

/** Clones are one append, and stores cap an append at 1 MiB. */
const cloneLimit = 900_000

type CloneAs = { readonly name: string; readonly description?: string | null | undefined }

export const cloneAssembly = async (
  context: AssemblyContext,
  sourceId: number,
  as: CloneAs,
  by: By,
): Promise<AssemblyDone | Refusal> => {
  // None of its parts may be deleted while they are being copied.
  for (;;) {
    const parts = new Set(await partStreams(context, sourceId))
    const held = [shared(assemblyStream(sourceId)), ...[...parts].map(shared)]
    const outcome = await context.locks([...keyLock(by), ...held], async () =>
      (await partStreams(context, sourceId)).every((part) => parts.has(part))
        ? cloneOnce(context, sourceId, as, by)
        : undefined,
    )
    if (outcome) return outcome
  }
}

const partStreams = async (context: AssemblyContext, id: number): Promise<readonly string[]> => {
  if (!isLive(context, 'subassembly', id)) return []
  const { state } = await context.repository.load(assemblyStream(id), assemblies)
  return [...state.parts.values()].map(({ part, partId }) => linkedStream(part, partId))
}

const cloneOnce = async (
  context: AssemblyContext,
  sourceId: number,
  as: CloneAs,
  by: By,
): Promise<AssemblyDone | Refusal> => {
  const { repository, withNewId } = context
  const prefix = `${assembly.stream}-`
  const was = await repository.earlier(by, assemblies, (stream) => stream.startsWith(prefix))
  if (was) return isRefusal(was) ? was : { ...was, id: Number(was.stream.slice(prefix.length)) }
  if (!isLive(context, 'subassembly', sourceId)) return refuse('NOT_FOUND')
  return withNewId<AssemblyDone>(assembly.name, by, async (id) => {
    const { state: source } = await repository.load(assemblyStream(sourceId), assemblies)
    if (source.status !== 'live') return refuse('NOT_FOUND')
    const described = String(source.values['description'] || source.values['name'])
    const description = as.description || `Kopi av ${described}`
    const values = { ...source.values, name: as.name, description }
    const data = { id, values, ...contentsOf(context, source, sourceId, id) }
    if (JSON.stringify(data).length > cloneLimit)
      return refuse('LIMIT', 'Sammenstillingen er for stor til å klones i én operasjon.')
    return handleAssembly(
      context,
      by,
      id,
      { type: 'Clone', data },
      {
        isNew: true,
        marks: (type) => (type === 'ItemRegistered' ? { [clonedMark]: true } : undefined),
      },
    )
  })
}

const contentsOf = (context: AssemblyContext, source: Assembly, sourceId: number, id: number) => {
  const { structure } = context.model
  const parts = [...source.parts.values()]
    .filter(({ part, partId }) => isLive(context, part, partId))
    .map(({ at: _since, ...link }) => link)
  const subassemblies = structure.childrenOf(sourceId).map((childId) => {
    const { at: _since, ...link } = structure.get(sourceId, childId)!
    return { childId, ...link }
  })
  const attributes = [...source.attributes.values()].map(({ at: _since, ...attribute }, i) => ({
    attributeId: attributeIdOf(id, i + 1),
    ...attribute,
  }))
  return { sourceId, parts, subassemblies: subassemblies.toReversed(), attributes }
}
