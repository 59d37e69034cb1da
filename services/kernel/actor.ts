import type { User } from '#contracts/access-answers.ts'

/** `user` is the user name at that time. The system itself has no `userId`. */
export type Actor = {
  readonly user: string
  readonly userId?: string
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
