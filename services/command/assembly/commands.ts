import { linkKinds, type LinkKind, type PartKind } from '#contracts/assembly/links.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { invalid, isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import type { By, Done } from '#command/kernel/context.ts'
import { keyReused, type Handling } from '#command/kernel/handle.ts'
import type { WithNewId } from '#command/kernel/ids.ts'
import { own, shared, type Locks } from '#command/kernel/locks.ts'
import { structureStream } from '#contracts/streams.ts'
import { clonedMark, type Model } from '#command/kernel/model.ts'
import { keyLock, streamOf } from '#command/catalogue/streams.ts'
import { capital } from '#command/catalogue/names.ts'
import type { Link } from '#command/structure/graph.ts'
import type { StructureCommand } from '#command/structure/structure-decider.ts'
import type { Restructured, StructureWriter } from '#command/structure/writer.ts'
import {
  assemblies,
  assemblyOf,
  attributeIdOf,
  type Assembly,
  type AssemblyCommand,
  type Attribute,
  type LinkChanges,
} from './assembly-decider.ts'

type AssemblyDone = Done<Assembly> & { readonly id: number }

/** Clones are one append, and stores cap an append at 1 MiB. */
const cloneLimit = 900_000

const streamOfAssembly = (id: number) => streamOf(assembly, id)
/** Of those who say which version they saw, one at a time: the first makes another of it. */
const parentLock = (id: number, { ifMatch }: By) => (ifMatch ? own : shared)(streamOfAssembly(id))
const partStream = (kind: LinkKind, id: number) => streamOf(entityNamed(linkKinds[kind].entity), id)

type Needs = {
  readonly model: Model
  readonly handling: Handling
  readonly locks: Locks
  readonly structure: StructureWriter
  readonly withNewId: WithNewId
}

export const assemblyCommands = ({ model, handling, locks, structure, withNewId }: Needs) => {
  const { handle, before, load } = handling
  const known = model.records('assemblytypes')
  const isLive = (kind: LinkKind, id: number) => model.records(linkKinds[kind].entity).isLive(id)

  const missing = (kind: LinkKind): Refusal => {
    const { idKey, entity } = linkKinds[kind]
    const message = `${capital(entityNamed(entity).noun.the)} finnes ikke`
    return invalid([{ path: idKey, message }])
  }

  /** One command on an assembly's own stream, by someone who holds its lock. */
  const change = async (
    id: number,
    by: By,
    command: AssemblyCommand,
  ): Promise<AssemblyDone | Refusal> => {
    const stream = streamOfAssembly(id)
    const was = await before(by, assemblies, (one) => one === stream)
    if (was) return isRefusal(was) ? was : { ...was, id }
    if (!known.isLive(id)) return refuse('NOT_FOUND')
    const outcome = await handle(by, stream, assemblies, command)
    return outcome === 'taken' || isRefusal(outcome) ? (outcome as Refusal) : { ...outcome, id }
  }
  const changeAlone = (id: number, by: By, command: AssemblyCommand) =>
    locks([...keyLock(by), own(streamOfAssembly(id))], () => change(id, by, command))

  /** One command on the structure. If-Match is held against the assembly the link is in. */
  const restructure = async (
    assemblyId: number,
    by: By,
    command: StructureCommand,
  ): Promise<Restructured | Refusal> => {
    const earlier = handling.remembered(by)
    if (earlier?.stream === structureStream) {
      if (earlier.request !== by.request) return keyReused
      const { revision } = earlier
      const { position } = await handling.lastOf(earlier)
      return { state: null, revision, position, changed: false, repeated: true }
    }
    if (!known.isLive(assemblyId)) return refuse('NOT_FOUND')
    const stream = streamOfAssembly(assemblyId)
    const version = BigInt(model.revisionOf(stream)) + model.structureVersion(stream)
    if (by.ifMatch && !by.ifMatch.includes(version)) return refuse('CONFLICT')
    return structure.submit(by, command)
  }

  const linkPart = (assemblyId: number, part: PartKind, partId: number, link: Link, by: By) =>
    locks(
      [...keyLock(by), own(streamOfAssembly(assemblyId)), shared(partStream(part, partId))],
      async () => {
        if (!handling.isRepeat(by)) {
          if (!known.isLive(assemblyId)) return refuse('NOT_FOUND')
          if (!isLive(part, partId)) return missing(part)
        }
        return change(assemblyId, by, {
          type: 'LinkPart',
          data: { assemblyId, part, partId, ...link },
        })
      },
    )

  const linkSubassembly = (parentId: number, childId: number, link: Link, by: By) =>
    locks(
      [...keyLock(by), parentLock(parentId, by), shared(streamOfAssembly(childId))],
      async () => {
        if (!handling.isRepeat(by)) {
          if (!known.isLive(parentId)) return refuse('NOT_FOUND')
          if (!known.isLive(childId)) return missing('subassembly')
        }
        return restructure(parentId, by, { type: 'Link', data: { parentId, childId, ...link } })
      },
    )

  /** What the clone starts with: the parts that still exist, and the attributes numbered anew. */
  const contentsOf = (source: Assembly, sourceId: number, id: number) => {
    const parts = [...source.parts.values()]
      .filter(({ part, partId }) => isLive(part, partId))
      .map(({ at: _since, ...link }) => link)
    const subassemblies = model.structure.childrenOf(sourceId).map((childId) => {
      const { at: _since, ...link } = model.structure.get(sourceId, childId)!
      return { childId, ...link }
    })
    const attributes = [...source.attributes.values()].map(({ at: _since, ...attribute }, i) => ({
      attributeId: attributeIdOf(id, i + 1),
      ...attribute,
    }))
    return { sourceId, parts, subassemblies: subassemblies.toReversed(), attributes }
  }

  const clone = async (
    sourceId: number,
    asked: { name: string; description?: string | null | undefined },
    by: By,
  ): Promise<AssemblyDone | Refusal> => {
    const was = await before(by, assemblies, (stream) => stream.startsWith('assembly-'))
    if (was)
      return isRefusal(was) ? was : { ...was, id: Number(was.stream.slice('assembly-'.length)) }
    if (!known.isLive(sourceId)) return refuse('NOT_FOUND')
    return withNewId<AssemblyDone | Refusal>(assembly.name, by, async (id) => {
      const { state: source } = await load(streamOfAssembly(sourceId), assemblies)
      if (source.status !== 'live') return refuse('NOT_FOUND')
      await structure.settled()
      const described = String(source.values['description'] || source.values['name'])
      const values = {
        ...source.values,
        name: asked.name,
        description: asked.description || `Kopi av ${described}`,
      }
      const data = { id, values, ...contentsOf(source, sourceId, id) }
      if (JSON.stringify(data).length > cloneLimit)
        return refuse('LIMIT', 'Sammenstillingen er for stor til å klones i én operasjon.')
      const marks = (type: string) =>
        type === 'ItemRegistered' ? { [clonedMark]: true } : undefined
      const command: AssemblyCommand = { type: 'Clone', data }
      const stream = streamOfAssembly(id)
      const outcome = await handle(by, stream, assemblies, command, { isNew: true, marks })
      return outcome === 'taken' || isRefusal(outcome) ? outcome : { ...outcome, id }
    })
  }
  const partsOf = async (id: number) => {
    if (!known.isLive(id)) return []
    const { state } = await load(streamOfAssembly(id), assemblies)
    return [...state.parts.values()].map(({ part, partId }) => partStream(part, partId))
  }

  /** Out of the structure first, then out of the catalogue: a crash between is completed at the next start. */
  const remove = (id: number, by: By): Promise<AssemblyDone | Refusal> =>
    locks([...keyLock(by), own(streamOfAssembly(id))], async () => {
      const stream = streamOfAssembly(id)
      const was = await before(by, assemblies, (one) => one === stream)
      if (was) return isRefusal(was) ? was : { ...was, id }
      if (!known.isLive(id)) return refuse('NOT_FOUND')
      const { revision } = await load(stream, assemblies)
      const version = revision + model.structureVersion(stream)
      if (by.ifMatch && !by.ifMatch.includes(version)) return refuse('CONFLICT')
      const dissolved = await structure.submit(by, { type: 'Dissolve', data: { assemblyId: id } })
      if (isRefusal(dissolved)) return dissolved
      // From here on it goes, whatever else was changed in it meanwhile.
      const { ifMatch: _checked, ...rest } = by
      return change(id, rest, { type: 'Remove', data: { id } })
    })

  return {
    linkPart,
    changePart: (
      assemblyId: number,
      part: PartKind,
      partId: number,
      changes: LinkChanges,
      by: By,
    ) =>
      changeAlone(assemblyId, by, {
        type: 'ChangePartLink',
        data: { assemblyId, part, partId, changes },
      }),
    unlinkPart: (assemblyId: number, part: PartKind, partId: number, by: By) =>
      changeAlone(assemblyId, by, { type: 'UnlinkPart', data: { assemblyId, part, partId } }),

    linkSubassembly,
    changeSubassembly: (parentId: number, childId: number, changes: LinkChanges, by: By) =>
      locks([...keyLock(by), parentLock(parentId, by)], () =>
        restructure(parentId, by, { type: 'ChangeLink', data: { parentId, childId, changes } }),
      ),
    unlinkSubassembly: (parentId: number, childId: number, by: By) =>
      locks([...keyLock(by), parentLock(parentId, by)], () =>
        restructure(parentId, by, { type: 'Unlink', data: { parentId, childId } }),
      ),

    addAttribute: (assemblyId: number, attribute: Attribute, by: By) =>
      changeAlone(assemblyId, by, { type: 'AddAttribute', data: { assemblyId, ...attribute } }),
    changeAttribute: (
      attributeId: number,
      changes: { [K in keyof Attribute]?: Attribute[K] | undefined },
      by: By,
    ) => {
      const assemblyId = assemblyOf(attributeId)
      const data = { assemblyId, attributeId, changes: changes as Partial<Attribute> }
      return changeAlone(assemblyId, by, { type: 'ChangeAttribute', data })
    },
    removeAttribute: (attributeId: number, by: By) => {
      const assemblyId = assemblyOf(attributeId)
      return changeAlone(assemblyId, by, {
        type: 'RemoveAttribute',
        data: { assemblyId, attributeId },
      })
    },

    clone: async (sourceId: number, asked: Parameters<typeof clone>[1], by: By) => {
      // None of its parts may be deleted while they are being copied.
      for (;;) {
        const parts = new Set(await partsOf(sourceId))
        const held = [...keyLock(by), shared(streamOfAssembly(sourceId)), ...[...parts].map(shared)]
        const outcome = await locks(held, async () =>
          (await partsOf(sourceId)).every((part) => parts.has(part))
            ? clone(sourceId, asked, by)
            : undefined,
        )
        if (outcome) return outcome
      }
    },
    remove,
    /** The assembly as its own stream has it. */
    assembly: async (id: number) =>
      known.isLive(id) ? (await load(streamOfAssembly(id), assemblies)).state : undefined,
  }
}

export type AssemblyCommands = ReturnType<typeof assemblyCommands>
