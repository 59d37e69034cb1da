import type { User } from '#contracts/access.ts'

/** The name people had then, and their account. What the system does has none. */
export type Actor = {
  readonly user: string
  readonly userId?: string
  /** The name of the API token that was used. */
  readonly token?: string
}

export const actorOf = ({
  username,
  id,
  token,
}: Pick<User, 'username' | 'id' | 'token'>): Actor => ({
  user: username,
  userId: id,
  ...(token !== undefined && { token }),
})
