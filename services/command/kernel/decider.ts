import type { DataOf, Message } from '#contracts/messages.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'

export type Decision<E extends Message> = readonly E[] | Refusal

export type When = { readonly at: string; readonly revision: bigint }

/**
 * The rules of one stream, free of stores, clocks and HTTP. `evolve` may change the state it is given:
 * a state belongs to the one who folds it.
 */
export type Decider<C extends Message, E extends Message, S> = {
  readonly initial: () => S
  readonly decide: (command: C, state: S) => Decision<E>
  readonly evolve: (state: S, event: E, when: When) => S
}

export type Tables<C extends Message, E extends Message, S> = {
  readonly initial: () => S
  readonly decide: { [T in C['type']]: (data: DataOf<C, T>, state: S) => Decision<E> }
  readonly evolve: { [T in E['type']]: (state: S, data: DataOf<E, T>, when: When) => S }
}

export const decider = <C extends Message, E extends Message, S>(
  tables: Tables<C, E, S>,
): Decider<C, E, S> => ({
  initial: tables.initial,
  decide: (command, state) => tables.decide[command.type as C['type']](command.data, state),
  // History outlives this code: an event from a newer version leaves the state as it was.
  evolve: (state, event, when) =>
    tables.evolve[event.type as E['type']]?.(state, event.data, when) ?? state,
})

/** Facts on top of facts: for decisions made of smaller ones, the first refusal wins. */
export const both = <E extends Message>(first: Decision<E>, second: Decision<E>): Decision<E> => {
  if (isRefusal(first)) return first
  if (isRefusal(second)) return second
  return [...first, ...second]
}
