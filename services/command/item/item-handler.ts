import type { Item, ItemId } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Position } from '#contracts/event-log.ts'
import type { Message } from '#contracts/messages.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import type { By, Done } from '../kernel/context.ts'
import type { Decider } from '../kernel/decider.ts'
import { handle, type CommandContext } from '../kernel/handle.ts'
import type { Loaded } from '../kernel/repository.ts'
import type { ItemDone } from './commands.ts'
import type { ItemCommand } from './item-decider.ts'

type Rules<E extends Message, S> = {
  readonly decider: Decider<ItemCommand, E, S>
  readonly itemIn: (state: S, id: ItemId) => Item
  readonly version: (loaded: Loaded<S>, id: ItemId) => bigint
}

/** One entity's records, whichever stream they are in and whatever else that stream holds. */
export const createItemHandler = <E extends Message, S>(
  context: CommandContext,
  entity: Entity,
  { decider, itemIn, version }: Rules<E, S>,
) => {
  const { repository } = context
  const toItem = (done: Done<S>, id: ItemId): ItemDone => ({
    ...done,
    state: itemIn(done.state, id),
    id,
  })
  const run = async (
    by: By,
    id: ItemId,
    command: ItemCommand,
    isNew: boolean,
  ): Promise<ItemDone | Refusal> => {
    const outcome = await handle(context, by, streamOf(entity, id), decider, command, {
      isNew,
      version: (loaded) => version(loaded, id),
    })
    return isRefusal(outcome) ? outcome : toItem(outcome, id)
  }
  return {
    handle: (by: By, id: ItemId, command: ItemCommand) => run(by, id, command, false),
    register: (by: By, id: ItemId, command: ItemCommand) => run(by, id, command, true),
    /** The record that a command with the same key made before. */
    registered: async (by: By) => {
      const prefix = `${entity.stream}-`
      const was = await repository.earlier(by, decider, (stream) => stream.startsWith(prefix))
      return was && !isRefusal(was) ? toItem(was, Number(was.stream.slice(prefix.length))) : was
    },
    load: async (id: ItemId): Promise<Loaded<Item>> => {
      const loaded = await repository.load(streamOf(entity, id), decider)
      return { ...loaded, state: itemIn(loaded.state, id) }
    },
    asOf: async (id: ItemId, position: Position) =>
      itemIn(await repository.asOf(streamOf(entity, id), decider, position), id),
  }
}

export type ItemHandler = ReturnType<typeof createItemHandler>
