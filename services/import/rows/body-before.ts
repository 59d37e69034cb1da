import { osloDay } from '#contracts/days.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import { amountsOf } from '#contracts/pricing.ts'
import { upcast } from '#contracts/parse-event.ts'
import type { Item, Restored } from '../commands.ts'
import type { Task } from './task.ts'

const valuesBefore = (
  { entity: { fields } }: Task,
  { values }: Item,
  { changes }: DataWith<'revised'>,
): Values => {
  const keys = Object.keys(changes).filter((key) => fields[key])
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? emptyOf(fields[key]!)]))
}

/** Withdraws the price of a date, unless the date had another price before. */
const priceBefore = (
  { prices }: Item,
  { validFrom: given }: DataWith<'priced'>,
  { at }: RecordedEvent['metadata'],
): Restored => {
  const from = given ?? osloDay(at)
  const before = prices.find((one) => one.from === from)
  if (!before) return { withdrawn: from }
  const validFrom = before.validFrom ?? (from === osloDay() ? null : from)
  return { pricing: { ...amountsOf(before.price), validFrom } }
}

/** The body that takes a command's events back: `before` is the record without the import. */
export const bodyBefore = (
  task: Task,
  before: Item,
  events: readonly RecordedEvent[],
): Restored => {
  let body: Restored = {}
  for (const { type, data, metadata } of events.map(upcast)) {
    const effect = effectOf(type)
    if (effect === 'revised')
      body = { ...body, ...valuesBefore(task, before, data as DataWith<'revised'>) }
    if (effect === 'priced')
      body = { ...body, ...priceBefore(before, data as DataWith<'priced'>, metadata) }
  }
  return body
}
