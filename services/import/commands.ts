import type { User } from '#contracts/access.ts'
import type { PricedEntity } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Json, Position } from '#contracts/event-log.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { NewPricing, Price, PricingChanges } from '#contracts/pricing.ts'
import type { Refusal } from '#contracts/refusals.ts'

export type Actor = { readonly user: string; readonly userId?: string }

export const actorOf = ({ username, id }: Pick<User, 'username' | 'id'>): Actor => ({
  user: username,
  userId: id,
})

type Item = { readonly values: Values; readonly price: { readonly price: Price } | null }
export type Found = { readonly id: number; readonly item: Item; readonly revision: bigint }

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

type Outcome = Promise<Done | Refusal>

export type Commands = {
  register(entity: Entity, body: Body<NewPricing>, by: By): Outcome
  revise(entity: Entity, id: number, body: Body<PricingChanges>, by: By): Outcome
  /** Puts back what a record held before, also where that lacks what is required of people. */
  restore(entity: Entity, id: number, body: Body<PricingChanges>, by: By): Outcome
  remove(entity: Entity, id: number, by: By): Outcome
  clearPrice(entity: PricedEntity, id: number, by: By): Outcome
  record(entity: Entity, id: number): Promise<Found | undefined>
  find(entity: Entity, field: string, text: string): Promise<readonly Found[]>
}

export const emptyBody = ({ fields }: Entity): Values =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, emptyOf(field)]))
