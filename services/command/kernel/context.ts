import type { User } from '#contracts/access.ts'
import type { Json, Metadata, Position } from '#contracts/event-log.ts'
import { refuse } from '#contracts/refusals.ts'
import { currentVersion } from '#contracts/upcasts.ts'
import { exclusive, type Lock } from '#kernel/locks.ts'

/** The name people had then, and their account. What the system does has none. */
export type Actor = { readonly user: string; readonly userId?: string }

export const actorOf = ({ username, id }: Pick<User, 'username' | 'id'>): Actor => ({
  user: username,
  userId: id,
})

export type By = Actor & {
  /** UUID. The Idempotency-Key, or a new one. Events get their ids from it. */
  readonly commandId: string
  readonly requestId?: string
  /** Present when the client sent the key itself: a digest of the request, to recognise it by. */
  readonly request?: string
  /** The versions of the record that the client accepts to change; null for any. */
  readonly ifMatch?: readonly bigint[] | null
  readonly note?: { readonly [key: string]: Json }
}

export type Done<S> = {
  readonly state: S
  readonly revision: bigint
  readonly position: Position | null
  /** False when the command changed nothing, and so appended nothing. */
  readonly changed: boolean
  /** True when this was done before, under the same key, and has only been looked up. */
  readonly repeated?: boolean
}

export const metadataOf = (by: By, at: string): Metadata => ({
  ...by.note,
  commandId: by.commandId,
  user: by.user,
  ...(by.userId !== undefined && { userId: by.userId }),
  at,
  v: currentVersion,
  ...(by.request !== undefined && { request: by.request }),
  ...(by.requestId !== undefined && { $correlationId: by.requestId }),
})

export const keyReused = refuse(
  'CONFLICT',
  'Denne Idempotency-Key er allerede brukt til en annen forespørsel.',
)

/** The same key twice at once: the second waits, and finds what the first has done. */
export const keyLock = (by: By): readonly Lock[] =>
  by.request === undefined ? [] : [exclusive(`key:${by.commandId}`)]
