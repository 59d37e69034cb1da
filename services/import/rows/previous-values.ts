import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { DataOf } from '#contracts/messages.ts'
import { upcast } from '#contracts/upcasts.ts'
import type { Found } from '../commands.ts'
import type { PreviousValues, RowNote } from '../store/row-log.ts'

type Noted = NonNullable<RowNote['before']>

const heldIn = ({ fields }: Entity, held: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, held[key] ?? emptyOf(fields[key]!)]))

/** What is personal is kept in the log alone, where it can be made unreadable. */
export const mayBeNoted = ({ fields }: Entity): boolean =>
  !Object.values(fields).some(({ personal }) => personal)

/** To be noted before a record is changed, so that its history need not be read to take that back. */
export const previousValues = (
  entity: Entity,
  { item, revision }: Found,
  body: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Noted => {
  const said = { ...body, ...names }
  const keys = Object.keys(entity.fields).filter((key) => said[key] !== undefined)
  return {
    revision: Number(revision),
    values: heldIn(entity, item.values, keys),
    ...(body['pricing'] ? { price: item.price?.price ?? null } : {}),
  }
}

/** Whether what was noted is what was changed: each of values and price is one event. */
export const isBefore = ({ revision, values, price }: Noted, after: number): boolean =>
  revision + Number(Object.keys(values).length > 0) + Number(price !== undefined) === after

export const previousValuesIn = (
  entity: Entity,
  events: readonly RecordedEvent[],
  commandId: string,
): PreviousValues => {
  const held: Record<string, Values[string]> = {}
  let before: PreviousValues = { values: {} }
  for (const event of events.map(upcast)) {
    const isOurs = event.metadata.commandId === commandId
    if (event.type === 'ItemRegistered')
      Object.assign(held, (event.data as DataOf<CatalogueEvent, 'ItemRegistered'>).values)
    if (event.type === 'ItemRevised') {
      const { changes } = event.data as DataOf<CatalogueEvent, 'ItemRevised'>
      const keys = Object.keys(changes).filter((key) => entity.fields[key])
      if (isOurs) before = { ...before, values: heldIn(entity, held, keys) }
      Object.assign(held, changes)
    }
    if (event.type === 'ItemPriced' && isOurs)
      before = {
        ...before,
        price: (event.data as DataOf<CatalogueEvent, 'ItemPriced'>).previous,
      }
  }
  return before
}
