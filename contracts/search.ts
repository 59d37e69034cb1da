import { entities } from './catalogue/index.ts'
import type { Entity, EntityName } from './entity.ts'

type SearchedEntity = Entity & { readonly name: Exclude<EntityName, 'projects'> }

export const searchedEntities = entities.filter(
  (entity): entity is SearchedEntity => entity.name !== 'projects',
)

export const numberKeys = ({ fields }: Entity): readonly string[] =>
  Object.keys(fields).filter((key) => fields[key]!.numbering)

/** Key of the searched numbers that other suppliers use for a part. */
export const offersKey = 'offers'
