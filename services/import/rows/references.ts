import { referredEntity, supplier } from '#contracts/catalogue/index.ts'
import { madeNames, type MadeByImports } from '#contracts/csv/made.ts'
import { missingText, type Entity } from '#contracts/entity.ts'
import { emptyValues } from '#contracts/fields.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { normalKey } from '#contracts/text.ts'
import { exclusive } from '#kernel/locks.ts'
import { byOf, commandIdOf, type Found } from '../commands.ts'
import type { Known, Names } from '../csv/differences.ts'
import { wroteAt, type MadeReference } from '../store/job-repository.ts'
import type { FileTask } from './task.ts'

/** Null for a record that the run would create. */
type Id = number | null
export type Ids = Readonly<Record<string, Id>>

/** `supplierId` of a manufacturer. */
type Reference = {
  readonly entity: Entity
  readonly name: string
  readonly field: string
  readonly supplierId?: Id
}

const unusable = ({ field }: Reference, message: string): Refusal =>
  refuse('VALIDATION', message, [{ path: field, message }])

const keyOf = ({ entity, name }: Reference) => `${entity.name}:${normalKey(name)}`

const madeAs = ({ name }: Entity) => madeNames.find((one) => one === name)

const keep = async ({ job, repository }: FileTask, made: MadeReference): Promise<void> => {
  if (job.made.some(({ entity, id }) => entity === made.entity && id === made.id)) return
  job.made.push(made)
  await repository.saveProgress(job)
}

/** Notes an existing record that this import created, before a crash or a lost answer. */
const keepOurs = async (
  task: FileTask,
  reference: Reference,
  { id, version }: Found,
): Promise<void> => {
  const { job, log } = task
  const entity = madeAs(reference.entity)
  if (!entity) return
  const [first] = await log.read(streamOf(reference.entity, id))
  if (first?.metadata.commandId !== commandIdOf(job, keyOf(reference))) return
  wroteAt(job, first.position)
  await keep(task, { entity, id, revision: Number(version) })
}

const make = async (
  task: FileTask,
  reference: Reference,
  collection: MadeByImports,
): Promise<number | Refusal> => {
  const { entity, name, supplierId = null } = reference
  const { commands, job } = task
  const given = 'supplierId' in entity.fields ? { supplierId } : {}
  const body = { ...emptyValues(entity), ...given, name: name.trim() }
  const done = await commands.register(entity, body, byOf(job, keyOf(reference)))
  if (isRefusal(done)) return done
  wroteAt(job, done.position)
  const id = Number(done.id)
  await keep(task, { entity: collection, id, revision: Number(done.revision) })
  return id
}

const find = async (
  task: FileTask,
  reference: Reference,
): Promise<number | Refusal | undefined> => {
  const { entity, name, supplierId } = reference
  const found = await task.commands.find(entity, 'name', name)
  const isTheirs = ({ item }: Found) => item.values['supplierId'] === supplierId
  const [one, ...others] = found.length > 1 ? found.filter(isTheirs) : found
  if (one && others.length === 0) {
    await keepOurs(task, reference, one)
    return one.id
  }
  return found.length > 0
    ? unusable(reference, `Flere ${entity.noun.many} heter ${name}`)
    : undefined
}

/**
 * Creates missing suppliers (name only) and manufacturers (with the row's supplier). A dry run only reports them.
 * Records of other entities must exist.
 */
export const createReferences = (task: FileTask, { isDryRun = false } = {}) => {
  const missing = new Map<string, MadeByImports>()
  const known = new Map<string, Id>()

  const makeMissing = async (reference: Reference): Promise<Id | Refusal> => {
    const { entity, name } = reference
    const collection = madeAs(entity)
    if (!collection) return unusable(reference, `${missingText(entity)}: ${name}`)
    if (!isDryRun) return make(task, reference, collection)
    missing.set(keyOf(reference), collection)
    return null
  }

  const idOf = (reference: Reference): Promise<Id | Refusal> =>
    task.locks([exclusive(keyOf(reference))], async () => {
      const key = `${keyOf(reference)} ${reference.supplierId}`
      const before = known.get(key)
      if (before !== undefined) return before
      const id = (await find(task, reference)) ?? (await makeMissing(reference))
      if (!isRefusal(id)) known.set(key, id)
      return id
    })
  return {
    /** The ids for a row's names. Without a supplier in the row, a manufacturer gets the record's own. */
    idsOf: async (names: Names, record: Known | null): Promise<Ids | Refusal> => {
      const { supplierId: of, ...others } = names
      const own = record?.values['supplierId']
      const current = typeof own === 'number' ? own : null
      const supplierId =
        of === undefined ? current : await idOf({ entity: supplier, name: of, field: 'supplierId' })
      if (isRefusal(supplierId)) return supplierId
      const ids: Record<string, Id> = of === undefined ? {} : { supplierId }
      for (const [key, name] of Object.entries(others)) {
        const entity = referredEntity(task.entity.fields[key]!)
        const id = await idOf({ entity, name, field: key, supplierId })
        if (isRefusal(id)) return id
        ids[key] = id
      }
      return ids
    },
    missing: () => [...missing.values()].map((entity) => ({ entity })),
  }
}

export type References = ReturnType<typeof createReferences>
