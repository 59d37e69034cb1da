import type { Access } from './access.ts'
import { updateAccount, usernameKey, type Account } from './accounts/accounts.ts'

/** Revokes everything that gives access; the owner then needs a one-time link. */
export const resetAccount = async (
  { db, now, sessions, tokens, throttle }: Access,
  { id, username }: Account,
): Promise<void> => {
  const nothing = { passwordHash: null, totpSecret: null }
  await updateAccount(db, id, { ...nothing, passwordChangedAt: now() })
  await sessions.endAll(id)
  await tokens.revokeAll(id)
  await throttle.unlock(usernameKey(username))
}
