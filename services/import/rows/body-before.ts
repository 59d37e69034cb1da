import { withoutPrice, withPrice } from '#contracts/dated-prices.ts'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { effectOf, type DataWith } from '#contracts/events.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import { amountsOf, type Price } from '#contracts/pricing.ts'
import { upcast } from '#contracts/parse-event.ts'
import type { Restored } from '../commands.ts'
import type { Task } from './task.ts'

/** True for events of the import or of its undo, since several rows may change one record. */
export const isOfJob = ({ job }: Task, { metadata }: RecordedEvent): boolean =>
  metadata.import === job.id || metadata['undoes'] === job.id

const valuesOf = ({ fields }: Entity, values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? emptyOf(fields[key]!)]))

const fromOf = ({ data, metadata }: RecordedEvent): string =>
  (data as DataWith<'priced'>).validFrom ?? osloDay(metadata.at)

/** The record's values without the import's events. */
const heldBut = (task: Task, events: readonly RecordedEvent[]) => {
  const values: Record<string, Values[string]> = {}
  let prices: readonly { readonly from: string; readonly price: Price }[] = []
  for (const event of events) {
    if (isOfJob(task, event)) continue
    const effect = effectOf(event.type)
    if (effect === 'created') Object.assign(values, (event.data as DataWith<'created'>).values)
    if (effect === 'revised') Object.assign(values, (event.data as DataWith<'revised'>).changes)
    if (effect === 'priced') {
      const { price, withdrawn } = event.data as DataWith<'priced'>
      const from = fromOf(event)
      prices = withdrawn ? withoutPrice(prices, from) : withPrice(prices, { from, price })
    }
  }
  return { values, prices }
}

type Dated = ReturnType<typeof heldBut>['prices']

/** Withdraws the price of a date, unless the date had another price before. */
const priceBefore = (prices: Dated, event: RecordedEvent): Restored => {
  const from = fromOf(event)
  const before = prices.find((one) => one.from === from)
  if (!before) return { withdrawn: from }
  return { pricing: { ...amountsOf(before.price), validFrom: from === osloDay() ? null : from } }
}

/** The body that reverts one command. */
export const bodyBefore = (
  task: Task,
  recorded: readonly RecordedEvent[],
  commandId: string,
): Restored => {
  const { entity } = task
  const events = recorded.map(upcast)
  const { values, prices } = heldBut(task, events)
  let body: Restored = {}
  for (const event of events.filter(({ metadata }) => metadata.commandId === commandId)) {
    const effect = effectOf(event.type)
    if (effect === 'revised') {
      const { changes } = event.data as DataWith<'revised'>
      const keys = Object.keys(changes).filter((key) => entity.fields[key])
      body = { ...body, ...valuesOf(entity, values, keys) }
    }
    if (effect === 'priced') body = { ...body, ...priceBefore(prices, event) }
  }
  return body
}
