import { setTimeout as sleep } from 'node:timers/promises'
import { v5 } from 'uuid'
import type { Item as RecordItem } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Json, Position, RecordedEvent } from '#contracts/event-log.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import type { Reason } from '#contracts/reason.ts'
import type { Refusal } from '#contracts/refusals.ts'
import type { Actor } from '#kernel/actor.ts'
import { isTransient } from '#kernel/transient-errors.ts'

export type Requester = Actor & { readonly reason?: Reason }

export type Item = Pick<RecordItem, 'status' | 'values' | 'prices' | 'offers'>
/** `version` is the value for `ifMatch`. */
export type Found = { readonly id: number; readonly item: Item; readonly version: bigint }

export type By = Actor & {
  /** UUID. A command repeated with the same id is done once. */
  readonly commandId: string
  /** Accepted revisions of the record; null for any. */
  readonly ifMatch?: readonly bigint[] | null
  readonly note?: { readonly [key: string]: Json }
}

export type Done = {
  readonly id: number | string
  readonly revision: bigint
  readonly position: Position | null
  readonly changed: boolean
}

type Body<P> = { readonly [key: string]: unknown } & {
  readonly pricing?: P | null | undefined
}

/** `withdrawn` is the date of the price to withdraw. */
export type Restored = Body<PricingChanges> & { readonly withdrawn?: string | null }

type Outcome = Promise<Done | Refusal>

export type Commands = {
  register(entity: Entity, body: Body<NewPricing>, by: By): Outcome
  revise(entity: Entity, id: number, body: Body<PricingChanges>, by: By): Outcome
  /** Restores earlier values, even if they lack fields that are now required. */
  restore(entity: Entity, id: number, body: Restored, by: By): Outcome
  remove(entity: Entity, id: number, by: By): Outcome
  setOffer(entity: Entity, id: number, supplierId: number, changes: OfferChanges, by: By): Outcome
  removeOffer(entity: Entity, id: number, supplierId: number, by: By): Outcome
  /** Why it cannot be removed now; null if it can. */
  refusedRemoval(entity: Entity, id: number): Promise<Refusal | null>
  /** Why it cannot be changed so now; null if it can. */
  refusedRevision(entity: Entity, id: number, body: Body<PricingChanges>): Promise<Refusal | null>
  reinstate(entity: Entity, id: number, by: By): Outcome
  record(entity: Entity, id: number): Promise<Found | undefined>
  /** The record as these events of its stream make it. */
  fold(entity: Entity, id: number, events: readonly RecordedEvent[]): Item
  find(entity: Entity, field: string, text: string): Promise<readonly Found[]>
  /** Records that another supplier than their own offers under this number. */
  findOffered(entity: Entity, number: string): Promise<readonly Found[]>
}

type Job = Requester & {
  readonly id: string
  readonly fileName: string
  /** Who last requested the run or undo. */
  readonly actor?: Requester
}

/** Deterministic: `name` identifies one command of the import, so that retries have the same id. */
export const commandIdOf = ({ id }: Pick<Job, 'id'>, name: string): string => v5(name, id)

export const byOf = (job: Job, name: string, note: By['note'] = { import: job.id }): By => {
  const { user, userId, token, reason } = job.actor ?? job
  return {
    user,
    ...(userId !== undefined && { userId }),
    ...(token !== undefined && { token }),
    commandId: commandIdOf(job, name),
    note: { file: job.fileName, ...note, ...(reason && { reason }) },
  }
}

const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** Retries while the store or database is unavailable. `run` learns whether it was tried before. */
export const retry = async <T>(run: (isRepeated: boolean) => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++)
    try {
      return await run(attempt > 0)
    } catch (error) {
      const pause = pauses[attempt]
      if (!isTransient(error) || pause === undefined) throw error
      await sleep(pause)
    }
}
