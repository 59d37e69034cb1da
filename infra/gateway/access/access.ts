import type { Role } from '#contracts/access.ts'
import type { Database } from './database.ts'
import type { AccessKeys } from './keys.ts'
import { securityLog, type SecurityLog } from './security-log.ts'
import { sessionStore, type Sessions } from './sessions.ts'
import { throttle, type Throttle } from './throttle.ts'

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

export const newAccess = ({ now = () => new Date(), ...rest }: Options): Access => ({
  ...rest,
  now,
  sessions: sessionStore(rest.db, now, rest.totpRequired),
  throttle: throttle(rest.db, now),
  log: securityLog(rest.db, now),
})
