import { randomUUID } from 'node:crypto'
import { entities } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { FileKind, Value, Values } from '#contracts/fields.ts'
import { defaultPrice, type PricedEntity } from '#contracts/pricing.ts'
import { invalid, isRefusal, refuse, type FieldError, type Refusal } from '#contracts/refusals.ts'
import type { By, Done } from '#command/kernel/context.ts'
import { valuesIn, type Commands, type Found, type ItemDone } from '#command/kernel/commands.ts'
import { decider, type Decider } from '#command/kernel/decider.ts'
import type { Handling } from '#command/kernel/handle.ts'
import type { NextId } from '#command/kernel/ids.ts'
import { normalKey } from '#command/kernel/key-index.ts'
import { own, shared, type Lock, type Locks } from '#command/kernel/locks.ts'
import { projectsStream, type Model } from '#command/kernel/model.ts'
import { newPrice } from '#command/pricing/price.ts'
import { itemTables, noItem, type Item, type ItemCommand, type ItemId } from './item-decider.ts'
import { capital, referenceKeys, referredEntity } from './names.ts'
import { projects, type Projects } from './projects-decider.ts'
import { inUse, titleKey, usesOf } from './uses.ts'

/** Why a stored file cannot be used in a field of this kind; null if it can. */
export type FileCheck = (path: string, kind: FileKind) => Promise<string | null>

/** The keys that seal what is personal in the log. */
export type Privacy = {
  /** Makes a new key the current one, and tells its id. */
  readonly renew: (entity: string, id: ItemId) => Promise<string>
  /** Removes all keys of the record but `except`. */
  readonly shred: (entity: string, id: ItemId, except?: string) => Promise<void>
}

export const hasPersonal = (entity: Entity): boolean =>
  Object.values(entity.fields).some(({ personal }) => personal)

type Needs = {
  readonly model: Model
  readonly handling: Handling
  readonly locks: Locks
  readonly checkFile: FileCheck
  readonly nextId: NextId
  readonly privacy: Privacy
  /** Assemblies fold more than their fields: their whole decider. */
  readonly assemblies: Decider<ItemCommand, never, Item>
}

type Rules = Decider<ItemCommand, never, Item>

/** Taken shared by who refers to a stored file, owned by who removes it. */
export const fileLock = (name: string): string => `file:${name}`
export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const streamOf = (entity: Entity, id: ItemId): string =>
  entity.name === 'projects' ? projectsStream : `${entity.stream}-${id}`

export const keyLock = (by: By): readonly Lock[] =>
  by.request === undefined ? [] : [own(`key:${by.commandId}`)]

const tries = 1_000

export const catalogueCommands = ({
  model,
  handling,
  locks,
  checkFile,
  nextId,
  privacy,
  assemblies,
}: Needs): Commands => {
  const { handle, load, before, isRepeat } = handling
  const rules = new Map<Entity, Rules>(
    entities.map((entity) => [
      entity,
      entity.name === 'assemblytypes'
        ? assemblies
        : (decider(itemTables(entity, noItem)) as unknown as Rules),
    ]),
  )
  const entityOf = (type: PricedEntity) => entities.find(({ priced }) => priced === type)!

  const references = (entity: Entity, values: Values) =>
    referenceKeys(entity).flatMap((key) => {
      const id = values[key]
      return typeof id === 'number' ? [{ key, id, to: referredEntity(entity.fields[key]!) }] : []
    })
  type Reference = ReturnType<typeof references>[number]
  const lockOf = ({ to, id }: Reference) => shared(streamOf(to, id))

  const fileLocks = (entity: Entity, values: Values): readonly Lock[] =>
    Object.entries(entity.fields)
      .filter(([, { kind }]) => kind === 'file' || kind === 'files')
      .flatMap(([key]) => values[key] ?? [])
      .map((path) => shared(fileLock(nameIn(String(path)))))

  const missing = (wanted: readonly Reference[]): FieldError[] =>
    wanted
      .filter(({ to, id }) => !model.records(to.name).isLive(id))
      .map(({ key, to }) => ({ path: key, message: `${capital(to.noun.the)} finnes ikke` }))

  const wrongFiles = async (entity: Entity, values: Values): Promise<FieldError[]> => {
    const errors: FieldError[] = []
    const check = async (path: string, kind: FileKind | undefined, at: string) => {
      const message = kind && (await checkFile(path, kind))
      if (message) errors.push({ path: at, message })
    }
    for (const [key, field] of Object.entries(entity.fields)) {
      const value: Value | undefined = values[key]
      if (field.kind === 'file' && typeof value === 'string') await check(value, field.file, key)
      if (field.kind === 'files' && Array.isArray(value))
        for (const [i, path] of value.entries()) await check(path, field.file, `${key}.${i}`)
    }
    return errors
  }

  const errorsIn = async (
    entity: Entity,
    values: Values,
    wanted: readonly Reference[],
    by: By,
  ): Promise<readonly FieldError[]> =>
    isRepeat(by) ? [] : [...missing(wanted), ...(await wrongFiles(entity, values))]

  const done = <S>(
    outcome: Done<S> | Refusal | 'taken' | undefined,
    id: ItemId,
    itemIn: (state: S) => Item,
  ): ItemDone | Refusal => {
    if (outcome === undefined || outcome === 'taken') return refuse('CONFLICT')
    return isRefusal(outcome) ? outcome : { ...outcome, state: itemIn(outcome.state), id }
  }
  const inProjects = (id: ItemId) => (all: Projects) => all.get(id) ?? noItem()
  const asItem = (item: Item) => item

  /** One command on one record that exists. */
  const change = async (entity: Entity, id: ItemId, by: By, command: ItemCommand) => {
    if (entity.name === 'projects') {
      const was = await before(by, projects, (stream) => stream === projectsStream)
      if (was) return done(was, id, inProjects(id))
      const version = (all: Projects) => inProjects(id)(all).version
      return done(
        await handle(by, projectsStream, projects, command, { version }),
        id,
        inProjects(id),
      )
    }
    const stream = streamOf(entity, id)
    const rule = rules.get(entity)!
    const was = await before(by, rule, (one) => one === stream)
    if (was) return done(was, id, asItem)
    // Nobody has ever registered it: no reason to ask the store.
    if (model.revisionOf(stream) < 0) return refuse('NOT_FOUND')
    return done(await handle(by, stream, rule, command), id, asItem)
  }

  const createProject = async (by: By, values: Values) => {
    const was = await before(by, projects, (stream) => stream === projectsStream)
    // The client's key makes the id, so the same key finds its project again.
    const id = by.request === undefined ? randomUUID() : by.commandId
    if (was) return done(was, id, inProjects(id))
    const command: ItemCommand = { type: 'Register', data: { id, values, price: null } }
    return done(await handle(by, projectsStream, projects, command), id, inProjects(id))
  }

  const create = async (
    entity: Entity,
    by: By,
    values: Values,
    price: ReturnType<typeof newPrice> | null,
  ) => {
    const rule = rules.get(entity)!
    const was = await before(by, rule, (stream) => stream.startsWith(`${entity.stream}-`))
    if (was)
      return done(
        was,
        isRefusal(was) ? 0 : Number(was.stream.slice(entity.stream.length + 1)),
        asItem,
      )
    for (let attempt = 0; attempt < tries; attempt++) {
      const id = nextId(entity.name)
      const command: ItemCommand = { type: 'Register', data: { id, values, price } }
      const outcome = await handle(by, streamOf(entity, id), rule, command, { isNew: true })
      if (outcome !== 'taken') return done(outcome, id, asItem)
    }
    return refuse('CONFLICT')
  }

  const record = async (entity: Entity, id: ItemId): Promise<Found | undefined> => {
    if (typeof id !== 'number' || !model.records(entity.name).isLive(id)) return undefined
    const { state, revision } = await load(streamOf(entity, id), rules.get(entity)!)
    return state.status === 'live' ? { id, item: state, revision } : undefined
  }
  const nameOf = async (name: Entity['name'], id: number): Promise<string> => {
    const entity = entities.find((one) => one.name === name)!
    const kept = model.records(name).title(id)
    if (kept !== undefined) return kept
    const found = await record(entity, id)
    const title = found?.item.values[titleKey(name)]
    return typeof title === 'string' && title !== '' ? title : `${entity.noun.one} ${id}`
  }

  return {
    register: (entity, body, by) => {
      const values = valuesIn(entity, body)
      const wanted = references(entity, values)
      const held = [...keyLock(by), ...wanted.map(lockOf), ...fileLocks(entity, values)]
      return locks(held, async () => {
        const errors = await errorsIn(entity, values, wanted, by)
        if (errors.length > 0) return invalid(errors)
        if (entity.name === 'projects') return createProject(by, values)
        return create(entity, by, values, body.pricing ? newPrice(body.pricing) : null)
      })
    },

    revise: (entity, id, body, by) => {
      const changes = valuesIn(entity, body)
      const wanted = references(entity, changes)
      const held = [
        ...keyLock(by),
        own(streamOf(entity, id)),
        ...wanted.map(lockOf),
        ...fileLocks(entity, changes),
      ]
      return locks(held, async () => {
        const errors = await errorsIn(entity, changes, wanted, by)
        if (errors.length > 0) return invalid(errors)
        const pricing = body.pricing ?? null
        return change(entity, id, by, { type: 'Revise', data: { id, changes, pricing } })
      })
    },

    erase: (entity, id, by) =>
      locks([...keyLock(by), own(streamOf(entity, id))], async () => {
        const key = await privacy.renew(entity.name, id)
        // Under no key of the client's: asked again, it is done again, and what was half done is completed.
        const { user, ifMatch } = by
        const anew = { user, commandId: randomUUID(), ...(ifMatch !== undefined && { ifMatch }) }
        const outcome = await change(entity, id, anew, { type: 'Erase', data: { id } })
        if (!isRefusal(outcome) && outcome.changed) await privacy.shred(entity.name, id, key)
        return outcome
      }),

    remove: (entity, id, by) =>
      locks([...keyLock(by), own(streamOf(entity, id))], async () => {
        const uses = typeof id === 'number' && !isRepeat(by) ? usesOf(model, entity, id) : []
        if (uses.length > 0) return inUse(uses, nameOf)
        const outcome = await change(entity, id, by, { type: 'Remove', data: { id } })
        if (!isRefusal(outcome) && hasPersonal(entity)) await privacy.shred(entity.name, id)
        return outcome
      }),

    price: (entityType, id, pricing, by) => {
      const entity = entityOf(entityType)
      return locks([...keyLock(by), own(streamOf(entity, id))], () =>
        change(entity, id, by, { type: 'Reprice', data: { id, pricing } }),
      )
    },

    clearPrice: (entityType, id, by) => {
      const entity = entityOf(entityType)
      return locks([...keyLock(by), own(streamOf(entity, id))], () =>
        change(entity, id, by, { type: 'Price', data: { id, price: defaultPrice } }),
      )
    },

    record,

    find: async (entity, field, text) => {
      const wanted = normalKey(text)
      const found: Found[] = []
      for (const id of model.records(entity.name).candidates(field, text)) {
        const one = await record(entity, id)
        const value = one?.item.values[field]
        if (one && typeof value === 'string' && normalKey(value) === wanted) found.push(one)
      }
      return found
    },
  }
}
