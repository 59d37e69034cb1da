import { manufacturer, supplier } from '#contracts/catalogue/index.ts'
import type { UndoAnswer } from '#contracts/csv/answer.ts'
import type { DataOf } from '#contracts/messages.ts'
import type { CatalogueEvent } from '#contracts/catalogue/events.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { Price, PricingChanges } from '#contracts/pricing.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { isRefusal, refusals, type Refusal } from '#contracts/refusals.ts'
import { upcast } from '#contracts/upcasts.ts'
import { streamOf } from '#command/catalogue/commands.ts'
import type { ItemDone } from '#command/kernel/commands.ts'
import { v5 } from '#command/kernel/uuid.ts'
import { commandIdOf } from './run.ts'
import type { Journal, Outcome } from './journal.ts'
import { patiently } from './patiently.ts'
import { pool } from './pool.ts'
import { rowsIn } from './reading.ts'
import type { Work } from './work.ts'

const listed = 1_000
/** Of a row that the import did something to, and that may have been taken back before a crash. */
const tookEffect: readonly Outcome[] = ['created', 'updated', 'removed', 'restored']
const changedSince = 'Endret etter importen'
const goneSince = 'Slettet etter importen'

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))
const asChanges = (price: Price): PricingChanges => ({
  costPrice: numberOf(price.costPrice),
  costPriceCurrency: price.costPriceCurrency,
  priceFactor: Number(price.priceFactor),
  listPrice: numberOf(price.listPrice),
  unit: price.unit,
})

type Before = { readonly values: Values; readonly price: Price | null | undefined }

/** What a record held, before one command, in what that command changed. */
const before = (entity: Entity, events: readonly RecordedEvent[], commandId: string): Before => {
  const held: Record<string, Values[string]> = {}
  let values: Record<string, Values[string]> = {}
  let price: Price | null | undefined
  for (const event of events.map(upcast)) {
    const isOurs = event.metadata.commandId === commandId
    if (event.type === 'ItemRegistered')
      Object.assign(held, (event.data as DataOf<CatalogueEvent, 'ItemRegistered'>).values)
    if (event.type === 'ItemRevised') {
      const { changes } = event.data as DataOf<CatalogueEvent, 'ItemRevised'>
      if (isOurs)
        values = Object.fromEntries(
          Object.keys(changes)
            .filter((key) => entity.fields[key])
            .map((key) => [key, held[key] ?? emptyOf(entity.fields[key]!)]),
        )
      Object.assign(held, changes)
    }
    if (event.type === 'ItemPriced' && isOurs)
      price = (event.data as DataOf<CatalogueEvent, 'ItemPriced'>).previous
  }
  return { values, price }
}

const rowsToTakeBack = (journal: Journal): number => {
  let count = 0
  for (let row = 0; row < journal.rows; row++)
    if (tookEffect.includes(journal.get(row).outcome)) count++
  return count
}

/**
 * Takes an import back: what it made goes, what it changed gets its old values, as long as nobody has
 * changed or used it since. The rest is listed.
 */
export const undo = async (work: Work): Promise<UndoAnswer> => {
  const { job, entity, journal, commands, log, understood } = work
  const kept: UndoAnswer['kept'][number][] = []
  let keptCount = 0
  let removed = 0
  let restored = 0
  const by = (name: string, revision: number) => ({
    user: job.user,
    commandId: v5(`undo ${name}`, job.id),
    ifMatch: [BigInt(revision)],
    note: { undoes: job.id },
  })
  const keep = async (line: number, of: Entity, id: number, reason: string) => {
    keptCount++
    if (kept.length >= listed) return
    const values = (await commands.record(of, id))?.item.values
    kept.push({ line, id, title: String(values?.[of.title] ?? ''), reason })
  }
  const reasonOf = ({ refused, text }: Refusal) =>
    refused === 'CONFLICT' ? changedSince : (text ?? refusals[refused].text)
  const note = (done: ItemDone) => {
    if (done.position !== null && BigInt(job.position ?? 0) < done.position)
      job.position = String(done.position)
  }

  const remove = async (of: Entity, id: number, revision: number, name: string) => {
    // Gone already: by us before a crash, or by somebody else. Either way it is not there.
    if (!(await commands.record(of, id))) return null
    const done = await commands.remove(of, id, by(name, revision))
    if (isRefusal(done)) return reasonOf(done)
    note(done)
    return null
  }

  const restore = async (id: number, revision: number, line: number): Promise<string | null> => {
    const command = by(`line ${line}`, revision)
    const priceCommand = { ...command, commandId: v5(`undo price ${line}`, job.id) }
    const events = await log.read(streamOf(entity, id))
    const last = events.at(-1)
    if (last?.metadata.commandId === command.commandId) return null
    if (!(await commands.record(entity, id))) return goneSince
    const isHalfDone = last?.metadata.commandId === priceCommand.commandId
    if (!isHalfDone && Number(last?.revision) !== revision) return changedSince
    const { values, price } = before(entity, events, commandIdOf(job.id, line))
    // A first price cannot be made undone, but it can say nothing again.
    if (price === null && entity.priced && !isHalfDone) {
      const cleared = await commands.clearPrice(entity.priced, id, priceCommand)
      if (isRefusal(cleared)) return reasonOf(cleared)
      note(cleared)
    }
    const done = await commands.revise(
      entity,
      id,
      { ...values, ...(price && { pricing: asChanges(price) }) },
      price === null ? { ...command, ifMatch: null } : command,
    )
    if (isRefusal(done)) return reasonOf(done)
    note(done)
    return null
  }

  const one = async (at: number, line: number) => {
    const { outcome, id, revision } = journal.get(at)
    if (!tookEffect.includes(outcome)) return
    job.done++
    if (outcome === 'removed') removed++
    if (outcome === 'restored') restored++
    if (outcome !== 'created' && outcome !== 'updated') return
    await patiently(false, async () => {
      const reason =
        outcome === 'created'
          ? await remove(entity, id, revision, `line ${line}`)
          : await restore(id, revision, line)
      if (reason !== null) return keep(line, entity, id, reason)
      if (outcome === 'created') removed++
      else restored++
      journal.set(at, { outcome: outcome === 'created' ? 'removed' : 'restored', id, revision })
    })
  }

  // Of an import that was cancelled or stopped, how much was done: the rest is no work.
  job.rows = rowsToTakeBack(journal)
  const flight = pool(work.width)
  let at = 0
  for await (const rows of rowsIn(work.pieces, understood))
    for (const { line } of rows) {
      const mine = at++
      await flight.enter(async () => {
        await one(mine, line)
        work.progressed()
      })
    }
  await flight.empty()
  // Suppliers last: manufacturers refer to them.
  for (const kind of [manufacturer, supplier])
    for (const made of job.made.filter(({ entity: name }) => name === kind.name)) {
      const reason = await remove(kind, made.id, made.revision, `${made.entity} ${made.id}`)
      if (reason !== null) await keep(0, kind, made.id, `${kind.noun.one}: ${reason}`)
    }
  return { removed, restored, kept: kept.toSorted((a, b) => a.line - b.line), keptCount }
}
