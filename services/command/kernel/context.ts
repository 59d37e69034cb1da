import type { User } from '#contracts/access.ts'
import type { Json, Position } from '#contracts/event-log.ts'

/** Whose doing it is: the name people had then, and their account. What the system does has none. */
export type Actor = { readonly user: string; readonly userId?: string }

export const actorOf = ({ username, id }: Pick<User, 'username' | 'id'>): Actor => ({
  user: username,
  userId: id,
})

/** Who asks for a command, and how it is told apart from every other. */
export type By = Actor & {
  /** UUID. The Idempotency-Key, or one given at the door. Events get their ids from it. */
  readonly commandId: string
  /** Of the HTTP request that asked for it, if one did. */
  readonly requestId?: string
  /** Present when the client sent the key itself: a digest of what it asked, to know it again by. */
  readonly request?: string
  /** The versions of the record that the client accepts to change; null for any. */
  readonly ifMatch?: readonly bigint[] | null
  /** One of very many: the state of its record is not kept at hand afterwards. */
  readonly isBulk?: boolean
  /** Kept in the metadata of the events, such as the import they belong to. */
  readonly note?: { readonly [key: string]: Json }
}

/** What was decided upon, and where that left the stream. */
export type Done<S> = {
  readonly state: S
  readonly revision: bigint
  readonly position: Position | null
  /** False when the command changed nothing, and so appended nothing. */
  readonly changed: boolean
  /** True when this was done before, under the same key, and has only been looked up. */
  readonly repeated?: boolean
}
