import { LRUCache } from 'lru-cache'
import { assembly } from '#contracts/catalogue/index.ts'
import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { recordIn, streamOf } from '#contracts/streams.ts'
import { eventsOf, type AppendContext } from '../kernel/append.ts'
import type { By, Decider, Done } from '../kernel/command.ts'
import type { Loaded, Repository } from '../kernel/repository.ts'
import type { Model } from '../model/model.ts'
import type { ItemCommand } from './item-decider.ts'

export type CommandContext = AppendContext & {
  readonly model: Model
  readonly repository: Repository
}

export type ItemDone<I extends Item = Item> = Done<I> & { readonly id: ItemId }

const attempts = 10
const idTaken: Refusal = refuse('CONFLICT')
const ids = 1_000

/** One entity's records, whichever stream they are in and whatever else that stream holds. */
export const createItemHandler = <C extends Message, E extends Message, S, I extends Item>(
  { repository, model, now }: CommandContext,
  entity: Entity,
  decider: Decider<C, E, S>,
  itemIn: (state: S, id: ItemId) => I,
) => {
  const streamFor = (id: ItemId) => streamOf(entity, id)
  const toItem = <D extends Pick<Done<S>, 'state'>>(done: D, id: ItemId) => ({
    ...done,
    state: itemIn(done.state, id),
    id,
  })

  /** An assembly's rises with its subassemblies too, which are not in its stream. */
  const versionOf = ({ state, revision }: Loaded<S>, id: ItemId): bigint =>
    entity.name === assembly.name
      ? revision + model.structure.version(Number(id))
      : itemIn(state, id).version

  /** What came of a command with the same key, which made the record if no id is given. */
  const earlier = async (by: By, id?: ItemId) => {
    const begins = id === undefined ? `${entity.stream}-` : streamFor(id)
    const was = await repository.earlier(by, decider, begins)
    return was && !isRefusal(was) ? toItem(was, id ?? recordIn(was.stream)!.id) : was
  }

  const run = async (
    by: By,
    id: ItemId,
    command: C,
    isNew: boolean,
  ): Promise<ItemDone<I> | Refusal> => {
    const stream = streamFor(id)
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const loaded = await repository.load(stream, decider, isNew)
      const was = await earlier(by, id)
      if (was) return was
      if (isNew && loaded.head >= 0n)
        return loaded.maker === by.commandId ? { ...toItem(loaded, id), changed: true } : idTaken
      if (by.ifMatch && !by.ifMatch.includes(versionOf(loaded, id))) return refuse('CONFLICT')
      const at = now().toISOString()
      const decision = decider.decide(command, loaded.state, at)
      if (isRefusal(decision)) return decision
      if (decision.length === 0) return { ...toItem(loaded, id), changed: false }
      const events = eventsOf(decision, by, at)
      const done = await repository.save(stream, decider, loaded, events)
      if (done) return toItem(done, id)
      if (isNew) return idTaken
    }
    // Others write faster than this one decides. It was not done, and may be asked for again.
    return refuse('UNAVAILABLE')
  }

  let given = 0
  const unsure = new LRUCache<string, number>({ max: 10_000 })
  const nextId = () => (given = Math.max(given, model.records(entity.name).highest()) + 1)

  return {
    handle: (by: By, id: ItemId, command: C) => run(by, id, command, false),
    /**
     * Makes a record under the next free id: the highest there ever was, plus one. That it is free, the
     * append secures. Where nobody knows what came of it, the same command tries the same id again: its
     * events have the same ids, so what was written is found and not written twice.
     */
    create: async (
      by: By,
      commandFor: (id: number) => C | Promise<C | Refusal>,
    ): Promise<ItemDone<I> | Refusal> => {
      const was = await earlier(by)
      if (was) return was
      for (let tried = 0; tried < ids; tried++) {
        const id = unsure.get(by.commandId) ?? nextId()
        unsure.set(by.commandId, id)
        const command = await commandFor(id)
        const outcome = isRefusal(command) ? command : await run(by, id, command, true)
        unsure.delete(by.commandId)
        if (outcome !== idTaken) return outcome
      }
      return refuse('UNAVAILABLE')
    },
    /** Why a command would be refused as things stand; null where it would not. */
    judge: async (id: ItemId, command: C): Promise<Refusal | null> => {
      const { state } = await repository.load(streamFor(id), decider)
      const decision = decider.decide(command, state, now().toISOString())
      return isRefusal(decision) ? decision : null
    },
    earlier,
    load: async (id: ItemId) => {
      const loaded = await repository.load(streamFor(id), decider)
      return { ...toItem(loaded, id), version: versionOf(loaded, id) }
    },
    asOf: async (id: ItemId, position: Position) =>
      itemIn(await repository.asOf(streamFor(id), decider, position), id),
  }
}

export type ItemHandler<C extends Message = ItemCommand, I extends Item = Item> = ReturnType<
  typeof createItemHandler<C, Message, unknown, I>
>
