import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import { all, type AtOnce } from '#command/kernel/at-once.ts'
import type { Commands, Found } from '#command/kernel/commands.ts'
import type { Records } from '#command/kernel/records.ts'
import type { Item } from './item-decider.ts'
import type { Needs, RulesOf } from './needs.ts'
import { streamOf } from './streams.ts'

type State = { readonly state: Item; readonly revision: bigint }

/** The record, if it holds the text: a hash may have misled. */
const meant = (found: Found | undefined, field: string, text: string): readonly Found[] => {
  const value = found?.item.values[field]
  const isMeant =
    value === text || (typeof value === 'string' && normalKey(value) === normalKey(text))
  return found && isMeant ? [found] : []
}
const when = async (found: Promise<Found | undefined>, field: string, text: string) =>
  meant(await found, field, text)

export const finding = (
  { model, handling }: Needs,
  rules: RulesOf,
): Pick<Commands, 'record' | 'find'> => {
  const live = (id: number, { state: item, revision }: State): Found | undefined =>
    item.status === 'live' ? { id, item, revision } : undefined
  const later = async (id: number, loaded: Promise<State>) => live(id, await loaded)
  const load = (entity: Entity, records: Records, id: number): AtOnce<Found | undefined> => {
    if (!records.isLive(id)) return undefined
    const given = records.given(id)
    if (given) return { id, item: given.item, revision: given.item.version }
    const loaded = handling.load(streamOf(entity, id), rules(entity))
    return loaded instanceof Promise ? later(id, loaded) : live(id, loaded)
  }

  const several = async (
    entity: Entity,
    records: Records,
    ids: readonly number[],
    field: string,
    text: string,
  ) => {
    const loaded = await all(ids.map((id) => load(entity, records, id)))
    return loaded.flatMap((one) => meant(one, field, text))
  }

  return {
    record: async (entity, id) =>
      typeof id === 'number' ? load(entity, model.records(entity.name), id) : undefined,
    find: (entity, field, text) => {
      const records = model.records(entity.name)
      const ids = records.candidates(field, text)
      if (ids.length > 1) return several(entity, records, ids, field, text)
      const found = ids.length === 0 ? undefined : load(entity, records, ids[0]!)
      return found instanceof Promise ? when(found, field, text) : meant(found, field, text)
    },
  }
}

/** The title, then what every record has: a motor may lack a description, but not an article number. */
const texted = ({ title, fields }: Entity): readonly string[] => [
  title,
  ...Object.keys(fields).filter((key) => fields[key]!.required),
]

/** What people know a record by, for sentences. */
export const naming =
  ({ model }: Needs, record: Commands['record']) =>
  async (name: Entity['name'], id: number): Promise<string> => {
    const kept = model.records(name).title(id)
    if (kept !== undefined) return kept
    const entity = entityNamed(name)
    const found = await record(entity, id)
    const texts = texted(entity).map((key) => found?.item.values[key])
    const known = texts.find((value) => typeof value === 'string' && value !== '')
    return typeof known === 'string' ? known : `${entity.noun.one} ${id}`
  }
