import { entities } from './catalogue/index.ts'
import type { Entity, EntityName } from './entity.ts'

type SearchedEntity = Entity & { readonly name: Exclude<EntityName, 'projects'> }

/** What the search over everything finds. */
export const searchedEntities = entities.filter(
  (entity): entity is SearchedEntity => entity.name !== 'projects',
)

/** The keys of an entity's numbers. */
export const numberKeys = ({ fields }: Entity): readonly string[] =>
  Object.keys(fields).filter((key) => fields[key]!.numbering)

/** Among the texts of a part: the numbers that other suppliers have for it. */
export const offersKey = 'offers'
