import { manufacturer, referredEntity, supplier } from '#contracts/catalogue/index.ts'
import { missingText, type Entity } from '#contracts/entity.ts'
import { emptyValues } from '#contracts/fields.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { normalKey } from '#contracts/text.ts'
import { exclusive } from '#kernel/locks.ts'
import type { Found } from '../commands.ts'
import type { Known, Names } from '../csv/differences.ts'
import type { MadeReference } from '../store/job-repository.ts'
import { byOf, commandIdOf, wroteAt, type FileTask } from './task.ts'

/** Null for a record that the run would create. */
type Id = number | null

/** `supplierId` of a manufacturer. */
type Reference<E extends Entity = Entity> = {
  readonly entity: E
  readonly name: string
  readonly supplierId?: Id
}

type Company = typeof supplier | typeof manufacturer
const isOfCompany = (reference: Reference): reference is Reference<Company> =>
  reference.entity === supplier || reference.entity === manufacturer

const keyOf = ({ entity, name }: Reference) => `${entity.name}:${normalKey(name)}`

const keep = async ({ job, repository }: FileTask, made: MadeReference): Promise<void> => {
  if (job.made.some(({ entity, id }) => entity === made.entity && id === made.id)) return
  job.made.push(made)
  await repository.saveProgress(job)
}

/** Notes an existing record that this import created, before a crash or a lost answer. */
const keepOurs = async (
  task: FileTask,
  reference: Reference<Company>,
  { id, version }: Found,
): Promise<void> => {
  const { job, log } = task
  const [first] = await log.read(streamOf(reference.entity, id))
  if (first?.metadata.commandId !== commandIdOf(job, keyOf(reference))) return
  wroteAt(job, first.position)
  await keep(task, { entity: reference.entity.name, id, revision: Number(version) })
}

const make = async (task: FileTask, reference: Reference<Company>): Promise<number | Refusal> => {
  const { entity, name, supplierId = null } = reference
  const { commands, job } = task
  const given = entity === supplier ? { orderEmail: '' } : { supplierId }
  const body = { ...emptyValues(entity), ...given, name: name.trim() }
  const done = await commands.register(entity, body, byOf(job, keyOf(reference)))
  if (isRefusal(done)) return done
  wroteAt(job, done.position)
  const id = Number(done.id)
  await keep(task, { entity: entity.name, id, revision: Number(done.revision) })
  return id
}

/** The existing record; undefined if there is none. */
const find = async (
  task: FileTask,
  reference: Reference,
): Promise<number | Refusal | undefined> => {
  const { entity, name, supplierId } = reference
  const found = await task.commands.find(entity, 'name', name)
  const isTheirs = ({ item }: Found) => item.values['supplierId'] === supplierId
  const [one, ...others] = found.length > 1 ? found.filter(isTheirs) : found
  if (one && others.length === 0) {
    if (isOfCompany(reference)) await keepOurs(task, reference, one)
    return one.id
  }
  return found.length > 0
    ? refuse('VALIDATION', `Flere ${entity.noun.many} heter ${name}`)
    : undefined
}

/**
 * Creates missing suppliers (name only) and manufacturers (with the row's supplier). A dry run only reports them.
 * Records of other entities must exist.
 */
export const createReferences = (task: FileTask, { isDryRun = false } = {}) => {
  const missing = { suppliers: new Set<string>(), manufacturers: new Set<string>() }
  const known = new Map<string, Id>()

  const idOf = (reference: Reference): Promise<Id | Refusal> =>
    task.locks([exclusive(keyOf(reference))], async () => {
      const key = `${keyOf(reference)} ${reference.supplierId}`
      const before = known.get(key)
      if (before !== undefined) return before
      const found = await find(task, reference)
      if (found === undefined && !isOfCompany(reference))
        return refuse('VALIDATION', `${missingText(reference.entity)}: ${reference.name}`)
      const id = found ?? (isDryRun ? null : await make(task, reference as Reference<Company>))
      if (id === null) missing[reference.entity.name as Company['name']].add(keyOf(reference))
      if (!isRefusal(id)) known.set(key, id)
      return id
    })
  return {
    /** The ids for a row's names. Without a supplier in the row, a manufacturer gets the record's own. */
    idsOf: async (names: Names, record: Known | null): Promise<Record<string, Id> | Refusal> => {
      const { supplierId: of, ...others } = names
      const own = record?.values['supplierId']
      const current = typeof own === 'number' ? own : null
      const supplierId = of === undefined ? current : await idOf({ entity: supplier, name: of })
      if (isRefusal(supplierId)) return supplierId
      const ids: Record<string, Id> = of === undefined ? {} : { supplierId }
      for (const [key, name] of Object.entries(others)) {
        const entity = referredEntity(task.entity.fields[key]!)
        const id = await idOf({ entity, name, supplierId })
        if (isRefusal(id)) return id
        ids[key] = id
      }
      return ids
    },
    missing: () => ({
      suppliers: missing.suppliers.size,
      manufacturers: missing.manufacturers.size,
    }),
  }
}

export type References = ReturnType<typeof createReferences>
