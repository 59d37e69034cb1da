import { v5 } from 'uuid'
import { manufacturer, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Values } from '#contracts/fields.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { normalKey } from '#contracts/text.ts'
import { exclusive } from '#kernel/locks.ts'
import { streamOf } from '#contracts/streams.ts'
import { emptyBody, type By, type Found } from '../commands.ts'
import type { Names } from '../csv/differences.ts'
import { wroteAt, type MadeReference } from '../store/job.ts'
import type { FileTask } from './task.ts'

type Needs = Pick<FileTask, 'commands' | 'log' | 'locks' | 'job' | 'save'> & {
  readonly by: Omit<By, 'commandId'>
  /** After a crash, as after an answer that never came, what is there may be this import's own work. */
  readonly isResumed: boolean
}

type Wanted = {
  readonly entity: typeof supplier | typeof manufacturer
  readonly name: string
  readonly values: Values
  /** Which of several of this name is meant. */
  readonly prefer: (found: Found) => boolean
}

const keep = async ({ job, save }: Needs, made: MadeReference): Promise<void> => {
  if (job.made.some(({ entity, id }) => entity === made.entity && id === made.id)) return
  job.made.push(made)
  await save()
}

const isOurs = async ({ log }: Needs, entity: Entity, { id }: Found, commandId: string) => {
  const [first] = await log.read(streamOf(entity, id))
  return first?.metadata.commandId === commandId
}

const findOrMake = (
  needs: Needs,
  { entity, name, values, prefer }: Wanted,
  isUnsure: boolean,
): Promise<number | Refusal> => {
  const { commands, locks, job, by } = needs
  const key = `${entity.name}:${normalKey(name)}`
  const kind = entity.name as MadeReference['entity']
  const commandId = v5(key, job.id)
  return locks([exclusive(key)], async () => {
    const found = await commands.find(entity, 'name', name)
    const [one, ...others] = found.length > 1 ? found.filter(prefer) : found
    if (one && others.length === 0) {
      if (isUnsure && (await isOurs(needs, entity, one, commandId)))
        await keep(needs, { entity: kind, id: one.id, revision: Number(one.revision) })
      return one.id
    }
    if (found.length > 0) return refuse('VALIDATION', `Flere ${entity.noun.many} heter ${name}`)
    const body = { ...emptyBody(entity), ...values, name: name.trim() }
    const done = await commands.register(entity, body, { ...by, commandId })
    if (isRefusal(done)) return done
    wroteAt(job, done.position)
    await keep(needs, { entity: kind, id: Number(done.id), revision: Number(done.revision) })
    return Number(done.id)
  })
}

/** The ids that replace a row's names. `current` is the record's own supplier, if the row names none. */
export type References = (
  names: Names,
  current: number | null,
) => Promise<Readonly<Record<string, number>> | Refusal>

/** Makes what is missing: a supplier by name only, a manufacturer with the row's supplier. */
export const createReferences = (needs: Needs): References => {
  const known = new Map<string, Promise<number | Refusal>>()
  let { isResumed: isUnsure } = needs

  const once = (key: string, wanted: Wanted) => {
    const before = known.get(key)
    if (before) return before
    const id = findOrMake(needs, wanted, isUnsure)
    known.set(key, id)
    // A fault is not remembered: the row that asks again tries again.
    id.then(
      (outcome) => void (isRefusal(outcome) && known.delete(key)),
      () => {
        isUnsure = true
        known.delete(key)
      },
    )
    return id
  }
  const supplierId = (name: string) =>
    once(`supplier ${normalKey(name)}`, {
      entity: supplier,
      name,
      values: { orderEmail: '' },
      prefer: () => false,
    })
  const manufacturerId = (name: string, of: number | null) =>
    once(`manufacturer ${normalKey(name)} ${of}`, {
      entity: manufacturer,
      name,
      values: { supplierId: of },
      prefer: ({ item }) => item.values['supplierId'] === of,
    })

  return async ({ supplierId: supplierName, manufacturerId: manufacturerName }, current) => {
    const ids: Record<string, number> = {}
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
}
