import type { Role } from '#contracts/access.ts'
import type { Database } from './store/database.ts'
import type { AccessKeys } from './store/keys.ts'
import { createSecurityLog } from './security-log/security-log.ts'
import { createSessions } from './sessions/sessions.ts'
import { createThrottle } from './throttle/throttle.ts'

type Options = {
  readonly db: Database
  readonly keys: AccessKeys
  readonly totpRequired: (role: Role) => boolean
  /** Where the one-time code for the first administrator lies until it is used. */
  readonly dataDir: string
  readonly now?: () => Date
}

/** What everything about accounts works with. */
export type Access = Readonly<ReturnType<typeof createAccess>>

export const createAccess = ({ now = () => new Date(), ...rest }: Options) => ({
  ...rest,
  now,
  sessions: createSessions(rest.db, now, rest.totpRequired),
  throttle: createThrottle(rest.db, now),
  log: createSecurityLog(rest.db, now),
})
