import { z } from 'zod'
import { logEntry } from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import type { Rules } from '../rules.ts'
import type { Access } from '../access.ts'
import { securityEvents } from '../security-log/security-events.ts'
import { isInternal } from '#kernel/identity.ts'
import { described, successSchema } from '#kernel/openapi.ts'
import { wholeNumber } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import { usernamePeriods } from '../security-log/username-periods.ts'

/** Services ask it for the accounts of old events, which have only the user name. */
export const usernameRoutes = ({ db }: Access, rules: Rules, token: string): Promise<void> =>
  rules.within('anyone', (app) => {
    app.get('/internal/usernames', { schema: { hide: true } }, async (request) => {
      if (!isInternal(request, token)) throw refused('FORBIDDEN')
      return success(await usernamePeriods(db))
    })
  })

const query = z.strictObject({
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .optional(),
  limit: wholeNumber(1, 1_000).default(100),
  event: z.string().optional(),
  user: z
    .string()
    .optional()
    .describe('Brukernavn eller kontoens id: det kontoen gjorde, og det som ble gjort med den'),
})

const page = successSchema(z.array(logEntry)).extend({
  next: z.int().nullable().describe('`before` for eldre'),
})
const labelled = z.object({ event: z.string(), label: z.string() })

const labels: Readonly<Record<string, string>> = securityEvents

export const logRoutes = ({ log }: Access, rules: Rules): Promise<void> =>
  rules.within(['log', 'audit'], (app) => {
    app.get(
      '/api/access/security-log',
      { schema: { summary: 'Sikkerhetsloggen', querystring: query, response: { 200: page } } },
      async ({ query: filter }) => {
        const { data, next } = await log.read(filter)
        const named = data.map((entry) => ({ ...entry, label: labels[entry.event] ?? entry.event }))
        return { ...success(named), next }
      },
    )

    app.get(
      '/api/access/security-log/events',
      described({ summary: 'Hendelsene sikkerhetsloggen kan ha', answer: z.array(labelled) }),
      async () =>
        success(Object.entries(securityEvents).map(([event, label]) => ({ event, label }))),
    )
  })
