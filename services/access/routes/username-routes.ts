import { success } from '#contracts/answers.ts'
import { isInternal } from '#kernel/identity.ts'
import { refused } from '#kernel/refused.ts'
import type { Access } from '../access.ts'
import type { Rules } from '../rules.ts'
import { usernamePeriods } from '../security-log/username-periods.ts'

/** For the other services: whose the user names were in events from before these named the account. */
export const usernameRoutes = ({ db }: Access, rules: Rules, token: string): Promise<void> =>
  rules.within('anyone', (app) => {
    app.get('/internal/usernames', { schema: { hide: true } }, async (request) => {
      if (!isInternal(request, token)) throw refused('FORBIDDEN')
      return success(await usernamePeriods(db))
    })
  })
