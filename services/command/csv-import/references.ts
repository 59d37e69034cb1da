import { v5 } from 'uuid'
import { manufacturer, supplier } from '#contracts/catalogue/index.ts'
import type { Names } from '#contracts/csv/differences.ts'
import type { Entity } from '#contracts/entity.ts'
import type { EventLog } from '#contracts/event-log.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { normalKey } from '#contracts/text.ts'
import { streamOf } from '#command/catalogue/commands.ts'
import type { Commands, Found } from '#command/kernel/commands.ts'
import type { By } from '#command/kernel/context.ts'
import { own, type Locks } from '#command/kernel/locks.ts'
import { wroteAt, type Job, type MadeReference } from './job.ts'

type Needs = {
  readonly commands: Commands
  readonly log: EventLog
  readonly job: Pick<Job, 'id' | 'position'>
  /** Shared by all imports: two that name the same new supplier make one. */
  readonly locks: Locks
  readonly by: (name: string) => By
  /** After a crash, as after an answer that never came, what is there may be this import's own work. */
  readonly isResumed: boolean
  readonly onMade: (made: MadeReference) => Promise<void>
}

/**
 * Ids for the names that rows give, making what is missing: a supplier by name only, a manufacturer
 * with the row's supplier.
 */
export const references = ({ commands, log, locks, job, by, isResumed, onMade }: Needs) => {
  const known = new Map<string, Promise<number | Refusal>>()
  let isUnsure = isResumed

  const isOurs = async (entity: Entity, { id }: Found, commandId: string) => {
    const [first] = await log.read(streamOf(entity, id))
    return first?.metadata.commandId === commandId
  }

  const findOrMake = async (
    entity: typeof supplier | typeof manufacturer,
    name: string,
    values: Values,
    prefer: (found: Found) => boolean,
  ): Promise<number | Refusal> => {
    const key = `${entity.name}:${normalKey(name)}`
    const kind = entity.name as MadeReference['entity']
    return locks([own(key)], async () => {
      const found = await commands.find(entity, 'name', name)
      const commandId = v5(key, job.id)
      const match = found.length > 1 ? found.filter(prefer) : found
      if (match.length === 1) {
        const [one] = match
        if (isUnsure && (await isOurs(entity, one!, commandId)))
          await onMade({ entity: kind, id: one!.id, revision: Number(one!.revision) })
        return one!.id
      }
      if (found.length > 1) return refuse('VALIDATION', `Flere ${entity.noun.many} heter ${name}`)
      const empty = Object.fromEntries(
        Object.entries(entity.fields).map(([field, definition]) => [field, emptyOf(definition)]),
      )
      const done = await commands.register(
        entity,
        { ...empty, ...values, name: name.trim() },
        { ...by(key), commandId },
      )
      if (isRefusal(done)) return done
      wroteAt(job, done.position)
      await onMade({ entity: kind, id: Number(done.id), revision: Number(done.revision) })
      return Number(done.id)
    })
  }

  const once = (key: string, make: () => Promise<number | Refusal>) => {
    let id = known.get(key)
    if (!id) {
      id = make()
      known.set(key, id)
      // A fault is not remembered: the row that asks again tries again.
      id.then(
        (outcome) => void (isRefusal(outcome) && known.delete(key)),
        () => {
          isUnsure = true
          known.delete(key)
        },
      )
    }
    return id
  }

  const supplierId = (name: string) =>
    once(`supplier ${normalKey(name)}`, () =>
      findOrMake(supplier, name, { orderEmail: '' }, () => false),
    )
  const manufacturerId = (name: string, ofSupplier: number | null) =>
    once(`manufacturer ${normalKey(name)} ${ofSupplier}`, () =>
      findOrMake(
        manufacturer,
        name,
        { supplierId: ofSupplier },
        ({ item }) => item.values['supplierId'] === ofSupplier,
      ),
    )

  /** The ids that replace a row's names. `current` is the record's own supplier, if the row names none. */
  const resolve = async (
    names: Names,
    current: number | null,
  ): Promise<Readonly<Record<string, number>> | Refusal> => {
    const ids: Record<string, number> = {}
    const { supplierId: supplierName, manufacturerId: manufacturerName } = names
    if (supplierName !== undefined) {
      const id = await supplierId(supplierName)
      if (isRefusal(id)) return id
      ids['supplierId'] = id
    }
    if (manufacturerName !== undefined) {
      const id = await manufacturerId(manufacturerName, ids['supplierId'] ?? current)
      if (isRefusal(id)) return id
      ids['manufacturerId'] = id
    }
    return ids
  }

  return { resolve }
}
