import type { Role } from '#contracts/access.ts'
import type { Database } from './store/database.ts'
import type { AccessKeys } from './store/keys.ts'
import { createSecurityLog, type SecurityLog } from './security-log/security-log.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'
import { createThrottle, type Throttle } from './throttle/throttle.ts'

/** What everything about accounts works with. */
export type Access = {
  readonly db: Database
  readonly now: () => Date
  readonly keys: AccessKeys
  readonly sessions: Sessions
  readonly throttle: Throttle
  readonly log: SecurityLog
  readonly totpRequired: (role: Role) => boolean
  /** Where the one-time code for the first administrator lies until it is used. */
  readonly dataDir: string
}

type Options = Pick<Access, 'db' | 'keys' | 'totpRequired' | 'dataDir'> & {
  readonly now?: () => Date
}

export const createAccess = ({ now = () => new Date(), ...rest }: Options): Access => ({
  ...rest,
  now,
  sessions: createSessions(rest.db, now, rest.totpRequired),
  throttle: createThrottle(rest.db, now),
  log: createSecurityLog(rest.db, now),
})
