import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import { assembly, entities, referredEntity } from '#contracts/catalogue/index.ts'
import { referenceKeys, type Entity, type EntityName } from '#contracts/entity.ts'
import { refuse, type Refusal } from '#contracts/refusals.ts'
import type { Model } from '../model/model.ts'

type Use = { readonly entity: Entity; readonly ids: readonly number[] }

/** The records that refer to this one, by kind. Being part of an assembly is no use of an assembly. */
export const usesOf = (model: Model, entity: Entity, id: number): readonly Use[] => {
  const uses: Use[] = []
  for (const other of entities)
    for (const key of referenceKeys(other)) {
      if (referredEntity(other.fields[key]!).name !== entity.name) continue
      const ids = model.records(other.name).referring(key, id)
      if (ids.length > 0) uses.push({ entity: other, ids })
    }
  for (const kind of partKinds) {
    if (linkKinds[kind].entity !== entity.name) continue
    const ids = model.parts[kind].into(id).map(({ from }) => from)
    if (ids.length > 0) uses.push({ entity: assembly, ids: ids.toSorted((a, b) => a - b) })
  }
  return uses
}

const named = 5
const listed = 100

type NameOf = (entity: EntityName, id: number) => Promise<string>

export const refuseInUse = async (uses: readonly Use[], nameOf: NameOf): Promise<Refusal> => {
  const sentences: string[] = []
  const details: { entity: string; id: number; name: string }[] = []
  for (const { entity, ids } of uses) {
    const names: string[] = []
    for (const id of ids.slice(0, listed)) {
      const name = await nameOf(entity.name, id)
      names.push(name)
      details.push({ entity: entity.name, id, name })
    }
    const noun = ids.length === 1 ? entity.noun.one : entity.noun.many
    const more = ids.length > named ? ` og ${ids.length - named} til` : ''
    sentences.push(`${ids.length} ${noun}: ${names.slice(0, named).join(', ')}${more}`)
  }
  return refuse('IN_USE', `Brukes av ${sentences.join('; ')}`, details)
}
