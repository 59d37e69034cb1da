import { v5 } from 'uuid'
import type { Entity } from '#contracts/entity.ts'
import type { Price, PricingChanges } from '#contracts/pricing.ts'
import { isRefusal, refusals, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#command/catalogue/commands.ts'
import type { ItemDone } from '#command/kernel/commands.ts'
import type { By } from '#command/kernel/context.ts'
import { beforeIn, isBefore, type Before } from './before.ts'
import type { Entry } from './journal.ts'
import { actorIn, wroteAt } from './job.ts'
import type { Notes } from './notes.ts'
import { commandIdOf } from './run.ts'
import type { Task } from './work.ts'

const changedSince = 'Endret etter importen'
export const goneSince = 'Slettet etter importen'

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal))
const asChanges = (price: Price): PricingChanges => ({
  costPrice: numberOf(price.costPrice),
  costPriceCurrency: price.costPriceCurrency,
  priceFactor: Number(price.priceFactor),
  listPrice: numberOf(price.listPrice),
  unit: price.unit,
})

const inWords = ({ refused, text }: Refusal): string =>
  refused === 'CONFLICT' ? changedSince : (text ?? refusals[refused].text)

type Needs = Pick<Task, 'job' | 'entity' | 'commands' | 'log'> & {
  readonly notes: Pick<Notes, 'get'>
}

/** Takes back what an import did to one record, once however often it is tried: null, or why it stays as it is. */
export const takingBack = ({ job, entity, commands, log, notes }: Needs) => {
  const by = (name: string, revision: number): By => ({
    ...actorIn(job),
    commandId: v5(`undo ${name}`, job.id),
    ifMatch: [BigInt(revision)],
    isBulk: true,
    note: { undoes: job.id },
  })
  const settled = (done: ItemDone | Refusal): string | null => {
    if (isRefusal(done)) return inWords(done)
    wroteAt(job, done.position)
    return null
  }

  /** `name` tells what is removed from all else that the import did. */
  const remove = async (of: Entity, id: number, revision: number, name: string) => {
    const command = by(name, revision)
    if (await commands.record(of, id)) return settled(await commands.remove(of, id, command))
    // Gone already: by us before a crash, or by somebody else.
    const last = (await log.read(streamOf(of, id))).at(-1)
    return last?.metadata.commandId === command.commandId ? null : goneSince
  }

  const put = async (id: number, { values, price }: Before, whole: By, first: By | null) => {
    // A first price cannot be made undone, but it can say nothing again.
    if (price === null && entity.priced && first) {
      const reason = settled(await commands.clearPrice(entity.priced, id, first))
      if (reason !== null) return reason
    }
    if (price === null && Object.keys(values).length === 0) return null
    const body = { ...values, ...(price && { pricing: asChanges(price) }) }
    return settled(
      await commands.restore(
        entity,
        id,
        body,
        price === null ? { ...whole, ifMatch: null } : whole,
      ),
    )
  }

  const restore = async (at: number, line: number, { id, revision }: Entry) => {
    const command = by(`line ${line}`, revision)
    // Kept at hand for the other command on the same record.
    const commandId = v5(`undo price ${line}`, job.id)
    const priceCommand = { ...command, commandId, isBulk: false }
    const found = await commands.record(entity, id)
    const isAsLeft = found?.revision === BigInt(revision)
    const noted = isAsLeft ? (await notes.get(at))?.before : undefined
    if (noted && isBefore(noted, revision)) return put(id, noted, command, priceCommand)

    const events = await log.read(streamOf(entity, id))
    const last = events.at(-1)
    if (last?.metadata.commandId === command.commandId) return null
    if (!found) return goneSince
    const isHalfDone = last?.metadata.commandId === priceCommand.commandId
    if (!isHalfDone && Number(last?.revision) !== revision) return changedSince
    const before = beforeIn(entity, events, commandIdOf(job.id, line))
    return put(id, before, command, isHalfDone ? null : priceCommand)
  }

  return { remove, restore }
}
