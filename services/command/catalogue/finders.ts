import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Commands, Found } from '../item/commands.ts'
import type { ItemHandler } from '../item/item-handler.ts'
import type { Model } from '../model/model.ts'

type Handlers = (entity: Entity) => ItemHandler

export const createFinders = (
  model: Model,
  handlerOf: Handlers,
): Pick<Commands, 'record' | 'find'> => {
  const record: Commands['record'] = async (entity, id) => {
    if (typeof id !== 'number' || !model.records(entity.name).isLive(id)) return undefined
    const { state: item, revision } = await handlerOf(entity).load(id)
    return item.status === 'live' ? { id, item, revision } : undefined
  }
  const find: Commands['find'] = async (entity, field, text) => {
    const ids = model.records(entity.name).withText(field, text)
    const found = await Promise.all(ids.map((id) => record(entity, id)))
    return found.filter((one): one is Found => holds(one?.item.values[field], text))
  }
  return { record, find }
}

/** Somebody may have changed the record since it was looked up. */
const holds = (value: unknown, text: string): boolean =>
  typeof value === 'string' && normalKey(value) === normalKey(text)

/** What people know a record by: its title, then what every record has. */
export const nameOf = async (
  model: Model,
  record: Commands['record'],
  name: EntityName,
  id: number,
): Promise<string> => {
  const kept = model.records(name).title(id)
  if (kept !== undefined) return kept
  const { title, fields, noun } = entityNamed(name)
  const values = (await record(entityNamed(name), id))?.item.values ?? {}
  const keys = [title, ...Object.keys(fields).filter((key) => fields[key]!.required)]
  const known = keys.map((key) => values[key]).find((value) => typeof value === 'string' && value)
  return typeof known === 'string' ? known : `${noun.one} ${id}`
}
