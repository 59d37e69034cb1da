import { setTimeout as sleep } from 'node:timers/promises'
import type { Item as RecordItem } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Json, Position } from '#contracts/event-log.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { OfferChanges } from '#contracts/offers.ts'
import type { NewPricing, PricingChanges } from '#contracts/pricing.ts'
import type { Reason } from '#contracts/reason.ts'
import type { Refusal } from '#contracts/refusals.ts'
import type { Actor } from '#kernel/actor.ts'
import { isTransient } from '#kernel/transient-errors.ts'

/** Who asked for something, and why. */
export type Requester = Actor & { readonly reason?: Reason }

type Item = Pick<RecordItem, 'values' | 'prices' | 'offers'>
/** `version` is what `ifMatch` asks for. */
export type Found = { readonly id: number; readonly item: Item; readonly version: bigint }

export type By = Actor & {
  /** UUID: asked again under the same, a command is done once. */
  readonly commandId: string
  /** The revisions of the record that may be changed; null for any. */
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

/** `withdrawn` is the day whose price is taken back. */
export type Restored = Body<PricingChanges> & { readonly withdrawn?: string | null }

type Outcome = Promise<Done | Refusal>

export type Commands = {
  register(entity: Entity, body: Body<NewPricing>, by: By): Outcome
  revise(entity: Entity, id: number, body: Body<PricingChanges>, by: By): Outcome
  /** Puts back what a record held before, also where that lacks what is required of people. */
  restore(entity: Entity, id: number, body: Restored, by: By): Outcome
  remove(entity: Entity, id: number, by: By): Outcome
  setOffer(entity: Entity, id: number, supplierId: number, changes: OfferChanges, by: By): Outcome
  removeOffer(entity: Entity, id: number, supplierId: number, by: By): Outcome
  /** Why it may not be removed as things stand; null where it may. */
  refusedRemoval(entity: Entity, id: number): Promise<Refusal | null>
  /** Why it may not be changed so as things stand; null where it may. */
  refusedRevision(entity: Entity, id: number, body: Body<PricingChanges>): Promise<Refusal | null>
  /** Brings back what was removed. */
  reinstate(entity: Entity, id: number, by: By): Outcome
  record(entity: Entity, id: number): Promise<Found | undefined>
  find(entity: Entity, field: string, text: string): Promise<readonly Found[]>
  /** Those that another supplier than their own offers under this number. */
  findOffered(entity: Entity, number: string): Promise<readonly Found[]>
}

export const emptyBody = ({ fields }: Entity): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, emptyOf(field)]))

const pauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** Tries again while store or database do not answer; `run` is told whether it was tried before. */
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
