import { entities } from './catalogue/index.ts'
import type { ItemId } from './catalogue/item.ts'
import type { Entity } from './entity.ts'

export const structureStream = 'bom-structure'
export const projectsStream = 'projects'

const byPrefix = new Map(
  entities.filter(({ name }) => name !== 'projects').map((entity) => [entity.stream, entity]),
)

type RecordStream = { readonly entity: Entity; readonly id: number }

export const recordIn = (stream: string): RecordStream | undefined => {
  const [, prefix = '', id] = /^(.+)-([1-9]\d*)$/.exec(stream) ?? []
  const entity = byPrefix.get(prefix)
  return entity && { entity, id: Number(id) }
}

export const streamOf = (entity: Entity, id: ItemId): string =>
  entity.name === 'projects' ? projectsStream : `${entity.stream}-${id}`

/** A server can hold streams of other applications too: readers must skip them. */
export const isOwnStream = (stream: string): boolean =>
  stream === structureStream || stream === projectsStream || recordIn(stream) !== undefined
