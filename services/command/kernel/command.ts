import type { Json, Position } from '#contracts/event-log.ts'
import type { DataOf, Message } from '#contracts/messages.ts'
import { isRefusal, type Refusal } from '#contracts/refusals.ts'
import type { Actor } from '#kernel/actor.ts'
import { exclusive, type Lock } from '#kernel/locks.ts'

export type By = Actor & {
  /** UUID: the Idempotency-Key, or a new one. Event ids derive from it. */
  readonly commandId: string
  readonly requestId?: string
  /** A digest of the request, if the client sent a key. */
  readonly request?: string
  /** For commands that are completed later: when the client sent it, in milliseconds since 1970. */
  readonly givenAt?: number
  /** Accepted versions of the record; null for any. */
  readonly ifMatch?: readonly bigint[] | null
  readonly note?: { readonly [key: string]: Json }
}

/** Of two concurrent commands with one key, the second waits and finds the first one's result. */
export const keyLock = (by: By): readonly Lock[] =>
  by.request === undefined ? [] : [exclusive(`key:${by.commandId}`)]

export type Done<S> = {
  readonly state: S
  readonly revision: bigint
  readonly position: Position | null
  /** Time of the last event; null before the first. */
  readonly at: string | null
  /** False if nothing changed, so that nothing was appended. */
  readonly changed: boolean
  /** True for the looked-up result of an earlier command with the same key. */
  readonly repeated?: boolean
}

/** `marks` go into the metadata of the event. */
export type Fact<E extends Message> = E & { readonly marks?: { readonly [key: string]: Json } }

export type Decision<E extends Message> = readonly Fact<E>[] | Refusal

export type When = { readonly at: string; readonly revision: bigint }

/**
 * The rules of one stream, free of stores, clocks and HTTP. `evolve` may change the state it is given:
 * a state belongs to the one who folds it.
 */
export type Decider<C extends Message, E extends Message, S> = {
  readonly initial: () => S
  readonly decide: (command: C, state: S, at: string) => Decision<E>
  readonly evolve: (state: S, event: E, when: When) => S
}

export type DecideTable<C extends Message, E extends Message, S> = {
  readonly [T in C['type']]: (data: DataOf<C, T>, state: S, at: string) => Decision<E>
}
export type EvolveTable<E extends Message, S> = {
  readonly [T in E['type']]: (state: S, data: DataOf<E, T>, when: When) => S
}

export const decider = <C extends Message, E extends Message, S>(tables: {
  readonly initial: () => S
  readonly decide: DecideTable<C, E, S>
  readonly evolve: EvolveTable<E, S>
}): Decider<C, E, S> => ({
  initial: tables.initial,
  decide: (command, state, at) => tables.decide[command.type as C['type']](command.data, state, at),
  // An event type of a newer release leaves the state unchanged.
  evolve: (state, event, when) =>
    tables.evolve[event.type as E['type']]?.(state, event.data, when) ?? state,
})

/** Combines two decisions. The first refusal wins. */
export const both = <E extends Message>(first: Decision<E>, second: Decision<E>): Decision<E> => {
  if (isRefusal(first)) return first
  if (isRefusal(second)) return second
  return [...first, ...second]
}
