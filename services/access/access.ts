import type { Role } from '#contracts/access.ts'
import type { Database } from './store/database.ts'
import type { AccessKeys } from './store/keys.ts'
import { createSecurityLog } from './security-log/security-log.ts'
import { createSessions } from './sessions/sessions.ts'
import { createThrottle } from './throttle/throttle.ts'
import { createTokens } from './tokens/tokens.ts'

type Options = {
  readonly db: Database
  readonly keys: AccessKeys
  readonly totpRequired: (role: Role) => boolean
  /** Has the one-time code for the first administrator until it is used. */
  readonly dataDir: string
  readonly now?: () => Date
}

export type Access = Readonly<ReturnType<typeof createAccess>>

export const createAccess = ({ now = () => new Date(), ...rest }: Options) => {
  const { db, totpRequired } = rest
  const context = { db, now, totpRequired }
  const log = createSecurityLog(db, now)
  return {
    ...rest,
    now,
    log,
    sessions: createSessions(context),
    tokens: createTokens({ ...context, log }),
    throttle: createThrottle(db, now),
  }
}

const oftenEvery = 5000
const tidyEvery = 60 * 60_000

/** Periodically reloads keys rotated from the command line, writes counts and deletes old rows. */
export const startHousekeeping = (
  access: Access,
  failed: (error: unknown) => void,
): (() => Promise<void>) => {
  const often = () => {
    try {
      access.keys.refresh()
    } catch (error) {
      failed(error)
    }
    access.log.flush().catch(failed)
  }
  const tidy = () =>
    void Promise.all([
      access.sessions.endExpired(),
      access.tokens.forgetExpired(),
      access.throttle.forgetOld(),
      access.log.forgetOld(),
    ]).catch(failed)

  const timers = [setInterval(often, oftenEvery), setInterval(tidy, tidyEvery)]
  for (const timer of timers) timer.unref()
  tidy()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await access.log.flush()
  }
}
