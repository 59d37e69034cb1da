import { LRUCache } from 'lru-cache'
import { assembly } from '#contracts/catalogue/index.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { recordIn, streamOf } from '#contracts/streams.ts'
import type { Locks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { eventsOf, type AppendContext } from '../kernel/append.ts'
import type { By, Decider, Done } from '../kernel/command.ts'
import { fold, type Fold, type Loaded, type Repository } from '../kernel/repository.ts'
import type { Model } from '../model/model.ts'
import type { ItemCommand } from './item-decider.ts'
import type { FileCheck } from './references.ts'

export type CommandContext = AppendContext & {
  readonly model: Model
  readonly repository: Repository
  readonly locks: Locks
  readonly checkFile: FileCheck
  /** Keys of personal data. Without it nothing is sealed. */
  readonly keyring: Keyring | undefined
  /** Called after personal data was erased, to erase other copies. */
  readonly onErased: (entity: string) => void
}

export type ItemDone<I extends Item = Item> = Done<I> & { readonly id: ItemId }

const attempts = 10
const idTaken: Refusal = refuse('CONFLICT')
const mostIds = 1_000

/** The next id: the highest ever used plus one. The append fails if it is taken. */
const createIds = (highest: () => number) => {
  let given = 0
  const unsure = new LRUCache<string, number>({ max: 10_000 })
  return {
    /** Returns the same id again for a command whose outcome is unknown. */
    take: ({ commandId }: By): number => {
      const id = unsure.get(commandId) ?? (given = Math.max(given, highest()) + 1)
      unsure.set(commandId, id)
      return id
    },
    settled: ({ commandId }: By) => unsure.delete(commandId),
  }
}

type Records<C extends Message, S, I extends Item> = CommandContext & {
  readonly entity: Entity
  readonly decider: Pick<Decider<C, Message, S>, 'decide'> & Fold<S>
  readonly itemIn: (state: S, id: ItemId) => I
}

const toItem = <D extends Pick<Done<S>, 'state'>, S, I extends Item>(
  { itemIn }: Pick<Records<never, S, I>, 'itemIn'>,
  done: D,
  id: ItemId,
) => ({ ...done, state: itemIn(done.state, id), id })

/** An assembly's version also counts its subassemblies, which are in another stream. */
const versionOf = <S, I extends Item>(
  { entity, model, itemIn }: Pick<Records<never, S, I>, 'entity' | 'model' | 'itemIn'>,
  { state, revision }: Loaded<S>,
  id: ItemId,
): bigint =>
  entity.name === assembly.name
    ? revision + model.structure.version(Number(id))
    : itemIn(state, id).version

/** The result of an earlier command with the same key. Without an id, that command created the record. */
const earlier = async <C extends Message, S, I extends Item>(
  records: Records<C, S, I>,
  by: By,
  id?: ItemId,
) => {
  const { repository, entity, decider } = records
  const prefix = id === undefined ? `${entity.stream}-` : streamOf(entity, id)
  const was = await repository.earlier(by, decider, prefix)
  return was && !isRefusal(was) ? toItem(records, was, id ?? recordIn(was.stream)!.id) : was
}

const run = async <C extends Message, S, I extends Item>(
  records: Records<C, S, I>,
  by: By,
  id: ItemId,
  command: C,
  isNew: boolean,
): Promise<ItemDone<I> | Refusal> => {
  const { repository, entity, decider, now } = records
  const stream = streamOf(entity, id)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const loaded = await repository.load(stream, decider, isNew)
    const was = await earlier(records, by, id)
    if (was) return was
    if (isNew && loaded.head >= 0n)
      return loaded.maker === by.commandId
        ? { ...toItem(records, loaded, id), changed: true }
        : idTaken
    if (by.ifMatch && !by.ifMatch.includes(versionOf(records, loaded, id)))
      return refuse('CONFLICT')
    const at = now().toISOString()
    const decision = decider.decide(command, loaded.state, at)
    if (isRefusal(decision)) return decision
    if (decision.length === 0) return { ...toItem(records, loaded, id), changed: false }
    const done = await repository.save(stream, decider, loaded, eventsOf(decision, by, at))
    if (done) return toItem(records, done, id)
    if (isNew) return idTaken
  }
  // Others keep writing faster. Nothing was done, so the client may retry.
  return refuse('UNAVAILABLE')
}

/** Tries ids until one is free, since others create records too. */
const create = async <C extends Message, S, I extends Item>(
  records: Records<C, S, I>,
  ids: ReturnType<typeof createIds>,
  by: By,
  commandFor: (id: number) => C | Promise<C | Refusal>,
): Promise<ItemDone<I> | Refusal> => {
  const was = await earlier(records, by)
  if (was) return was
  for (let tried = 0; tried < mostIds; tried++) {
    const id = ids.take(by)
    const command = await commandFor(id)
    const outcome = isRefusal(command) ? command : await run(records, by, id, command, true)
    ids.settled(by)
    if (outcome !== idTaken) return outcome
  }
  return refuse('UNAVAILABLE')
}

/** Handles the records of one entity, whichever stream they are in. */
export const createItemHandler = <C extends Message, S, I extends Item>(
  context: CommandContext,
  entity: Entity,
  decider: Records<C, S, I>['decider'],
  itemIn: (state: S, id: ItemId) => I,
) => {
  const { repository, model, now } = context
  const records = { ...context, entity, decider, itemIn }
  const ids = createIds(() => model.records(entity.name).highest())
  const load = (id: ItemId) => repository.load(streamOf(entity, id), decider)
  return {
    handle: (by: By, id: ItemId, command: C) => run(records, by, id, command, false),
    create: (by: By, commandFor: (id: number) => C | Promise<C | Refusal>) =>
      create(records, ids, by, commandFor),
    /** Why the command would be refused now; null if it would not. */
    judge: async (id: ItemId, command: C): Promise<Refusal | null> => {
      const decision = decider.decide(command, (await load(id)).state, now().toISOString())
      return isRefusal(decision) ? decision : null
    },
    earlier: (by: By, id: ItemId) => earlier(records, by, id),
    load: async (id: ItemId) => {
      const loaded = await load(id)
      return { ...toItem(records, loaded, id), version: versionOf(records, loaded, id) }
    },
    /** The record as these events of its stream make it. */
    fold: (id: ItemId, events: readonly RecordedEvent[]): I =>
      itemIn(fold(decider, events).state, id),
  }
}

export type ItemHandler<C extends Message = ItemCommand, I extends Item = Item> = ReturnType<
  typeof createItemHandler<C, unknown, I>
>
