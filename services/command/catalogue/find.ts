import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Commands, Found } from '#command/kernel/commands.ts'
import { normalKey } from '#command/kernel/key-index.ts'
import type { ItemId } from './item-decider.ts'
import type { Needs, RulesOf } from './needs.ts'
import { streamOf } from './streams.ts'

export const finding = (
  { model, handling }: Needs,
  rules: RulesOf,
): Pick<Commands, 'record' | 'find'> => {
  const record = async (entity: Entity, id: ItemId): Promise<Found | undefined> => {
    if (typeof id !== 'number' || !model.records(entity.name).isLive(id)) return undefined
    const { state, revision } = await handling.load(streamOf(entity, id), rules(entity))
    return state.status === 'live' ? { id, item: state, revision } : undefined
  }

  return {
    record,
    find: async (entity, field, text) => {
      const wanted = normalKey(text)
      const found: Found[] = []
      for (const id of model.records(entity.name).candidates(field, text)) {
        const one = await record(entity, id)
        const value = one?.item.values[field]
        if (one && typeof value === 'string' && normalKey(value) === wanted) found.push(one)
      }
      return found
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
