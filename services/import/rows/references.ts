import { v5 } from 'uuid'
import { manufacturer, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { normalKey } from '#contracts/text.ts'
import { exclusive } from '#kernel/locks.ts'
import { streamOf } from '#contracts/streams.ts'
import { emptyBody, type Found } from '../commands.ts'
import type { Names } from '../csv/differences.ts'
import { actorIn, wroteAt, type MadeReference } from '../store/job.ts'
import type { FileTask } from './task.ts'

type Needs = FileTask & {
  readonly isDryRun: boolean
  /** What a dry run has not found. */
  readonly missing: Set<string>
}

/** Null is what a run would make. */
type Id = number | null

type Wanted = {
  readonly entity: typeof supplier | typeof manufacturer
  readonly name: string
  /** Of a manufacturer. */
  readonly supplierId?: Id
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
  { entity, name, supplierId }: Wanted,
  isUnsure: boolean,
): Promise<Id | Refusal> => {
  const { commands, locks, job, isDryRun, missing } = needs
  const key = `${entity.name}:${normalKey(name)}`
  const kind = entity.name as MadeReference['entity']
  const commandId = v5(key, job.id)
  const isTheirs = ({ item }: Found) => item.values['supplierId'] === supplierId
  return locks([exclusive(key)], async () => {
    const found = await commands.find(entity, 'name', name)
    const [one, ...others] = found.length > 1 ? found.filter(isTheirs) : found
    if (one && others.length === 0) {
      if (isUnsure && (await isOurs(needs, entity, one, commandId)))
        await keep(needs, { entity: kind, id: one.id, revision: Number(one.revision) })
      return one.id
    }
    if (found.length > 0) return refuse('VALIDATION', `Flere ${entity.noun.many} heter ${name}`)
    if (isDryRun) {
      missing.add(key)
      return null
    }
    const by = { ...actorIn(job), note: { import: job.id }, commandId }
    const said = entity === supplier ? { orderEmail: '' } : { supplierId: supplierId ?? null }
    const body = { ...emptyBody(entity), ...said, name: name.trim() }
    const done = await commands.register(entity, body, by)
    if (isRefusal(done)) return done
    wroteAt(job, done.position)
    await keep(needs, { entity: kind, id: Number(done.id), revision: Number(done.revision) })
    return Number(done.id)
  })
}

/** Makes what is missing, or notes it in a dry run: a supplier by name only, a manufacturer with the row's supplier. */
export const createReferences = (
  task: FileTask,
  { isResumed = false, isDryRun = false }: { isResumed?: boolean; isDryRun?: boolean },
) => {
  const missing = new Set<string>()
  const needs = { ...task, isDryRun, missing }
  const known = new Map<string, Promise<Id | Refusal>>()
  // After a crash, as after an answer that never came, what is there may be this import's own work.
  let isUnsure = isResumed

  const once = (wanted: Wanted) => {
    const key = `${wanted.entity.name} ${normalKey(wanted.name)} ${wanted.supplierId}`
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
  const missingOf = ({ name }: Entity) =>
    [...missing].filter((key) => key.startsWith(`${name}:`)).length
  return {
    /** The ids that replace a row's names; `current` is the record's own supplier, if the row names none. */
    idsOf: async (names: Names, current: Id): Promise<Readonly<Record<string, Id>> | Refusal> => {
      const ids: Record<string, Id> = {}
      if (names['supplierId'] !== undefined) {
        const id = await once({ entity: supplier, name: names['supplierId'] })
        if (isRefusal(id)) return id
        ids['supplierId'] = id
      }
      if (names['manufacturerId'] !== undefined) {
        const of = 'supplierId' in ids ? ids['supplierId']! : current
        const id = await once({
          entity: manufacturer,
          name: names['manufacturerId'],
          supplierId: of,
        })
        if (isRefusal(id)) return id
        ids['manufacturerId'] = id
      }
      return ids
    },
    missing: () => ({ suppliers: missingOf(supplier), manufacturers: missingOf(manufacturer) }),
  }
}

export type References = ReturnType<typeof createReferences>
