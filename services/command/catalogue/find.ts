import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { all, after } from '#command/kernel/at-once.ts'
import type { Commands, Found } from '#command/kernel/commands.ts'
import { normalKey } from '#command/kernel/key-index.ts'
import type { ItemId } from './item-decider.ts'
import type { Needs, RulesOf } from './needs.ts'
import { streamOf } from './streams.ts'

export const finding = (
  { model, handling }: Needs,
  rules: RulesOf,
): Pick<Commands, 'record' | 'find'> => {
  const load = (entity: Entity, id: number) => handling.load(streamOf(entity, id), rules(entity))
  const live = (id: number, { state: item, revision }: Awaited<ReturnType<typeof load>>) =>
    item.status === 'live' ? { id, item, revision } : undefined
  const record = async (entity: Entity, id: ItemId): Promise<Found | undefined> =>
    typeof id === 'number' && model.records(entity.name).isLive(id)
      ? live(id, await load(entity, id))
      : undefined

  return {
    record,
    find: (entity, field, text) => {
      const wanted = normalKey(text)
      const records = model.records(entity.name)
      const isMeant = (value: unknown) =>
        value === text || (typeof value === 'string' && normalKey(value) === wanted)
      const ids = records.candidates(field, text).filter(records.isLive)
      return after(all(ids.map((id) => load(entity, id))), (loaded) =>
        loaded.flatMap((one, at) => {
          const found = live(ids[at]!, one)
          return found && isMeant(found.item.values[field]) ? [found] : []
        }),
      )
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
