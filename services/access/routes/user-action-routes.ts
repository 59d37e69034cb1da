import { z } from 'zod'
import { listedAccount } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import {
  updateAccount,
  updateKeepingAdministrator,
  usernameKey,
  type Account,
} from '../accounts/accounts.ts'
import { voidCodes } from '../accounts/one-time-links.ts'
import type { SecurityEvent } from '../security-log/security-events.ts'
import { existingAccount, listed, note } from './other-accounts.ts'

type Action = {
  readonly summary: string
  readonly event: SecurityEvent
  readonly act: (account: Account) => Promise<unknown>
}

const actionsOn = ({ db, sessions, throttle, tokens }: Access): Record<string, Action> => ({
  deactivate: {
    summary: 'Sperr en bruker',
    event: 'user_deactivated',
    act: async ({ id }) => {
      await updateKeepingAdministrator(db, id, { active: false })
      await voidCodes(db, id)
      await sessions.endAll(id)
      tokens.forget()
    },
  },
  activate: {
    summary: 'Aktiver en deaktivert bruker',
    event: 'user_activated',
    act: async ({ id }) => {
      await updateAccount(db, id, { active: true })
      tokens.forget()
    },
  },
  unlock: {
    summary: 'Lås opp en konto',
    event: 'user_unlocked',
    act: ({ username }) => throttle.unlock(usernameKey(username)),
  },
})

export const userActionRoutes = (app: App, access: Access): void => {
  for (const [name, { summary, event, act }] of Object.entries(actionsOn(access)))
    app.post(
      `/api/access/users/:id/${name}`,
      described({ summary, params: z.object({ id: z.string() }), answer: listedAccount }),
      async (request) => {
        const account = await existingAccount(access, request.params.id)
        await act(account)
        await note(access, request, event, account)
        return success(await listed(access, account.id))
      },
    )
}
