import { z } from 'zod'
import { endedSessions, gone, listedSession } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import { sessionOf } from '../rules.ts'
import { existingAccount, note } from './other-accounts.ts'

const params = z.object({ id: z.string() })

export const userSessionRoutes = (app: App, access: Access): void => {
  const { sessions } = access
  const list = described({ summary: 'En brukers økter', params, answer: z.array(listedSession) })
  app.get('/api/access/users/:id/sessions', list, async (request) => {
    const { id } = await existingAccount(access, request.params.id)
    return success(await sessions.of(id, sessionOf(request).id))
  })

  const endAll = described({ summary: 'Avslutt en brukers økter', params, answer: endedSessions })
  app.delete('/api/access/users/:id/sessions', endAll, async (request) => {
    const account = await existingAccount(access, request.params.id)
    const ended = await sessions.endAll(account.id)
    await note(access, request, 'session_ended', account)
    return success({ ended })
  })

  const endOne = described({
    summary: 'Avslutt én av en brukers økter',
    params: params.extend({ sessionId: z.string() }),
    answer: gone,
  })
  app.delete('/api/access/users/:id/sessions/:sessionId', endOne, async (request) => {
    const account = await existingAccount(access, request.params.id)
    const { sessionId } = request.params
    if ((await sessions.end(sessionId, account.id)) === 0) throw refused('NOT_FOUND')
    await note(access, request, 'session_ended', account)
    return success({ id: sessionId })
  })
}
