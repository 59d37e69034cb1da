import { sql } from 'slonik'
import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { journalItem, recordedEvent } from '#contracts/history.ts'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Reading } from '../kernel/queries.ts'
import { journalFilter, journalRows } from './filter.ts'
import { journalItems } from './items.ts'
import { onePage, page, position } from './pages.ts'

const tags = ['journal']

const journal = (app: App, reading: Reading) => {
  const schema = {
    tags,
    summary: 'Endringsloggen',
    description:
      'Hver endring i hendelsesloggen, nyeste først, med en setning om den. Med `entity` og `id` også det som skjedde med posten fordi en annen ble slettet. `kind` er hendelsens type. `X-Next-Before` er med så lenge det er flere.',
    querystring: journalFilter.extend(page.shape),
    response: { 200: successSchema(z.array(journalItem)) },
  }
  app.get('/api/journal', { config: { needs: 'audit' }, schema }, async (request, reply) => {
    const { limit, before, ...filter } = request.query
    const rows = await journalRows(reading, filter, before, limit + 1)
    return success(onePage(reply, await journalItems(reading, rows, limit + 1), limit))
  })
}

const place = z.object({ stream: z.string(), revision: z.bigint() })

const storedEvent = (app: App, { pool, log }: Reading) => {
  const schema = {
    tags,
    summary: 'Hendelsen bak en endring',
    description: 'Slik den ligger i hendelsesloggen. Personopplysninger er forseglet.',
    params: z.object({ position: position.meta({ examples: ['100'] }) }),
    response: { 200: successSchema(z.object({ event: recordedEvent })), 404: failureSchema },
  }
  app.get('/api/journal/:position', { config: { needs: 'audit' }, schema }, async (request) => {
    const found = await pool.maybeOne(sql.type(place)`
      select stream, revision from journal
      where position = ${request.params.position}::bigint and own`)
    const [event] = found ? await log.read(found.stream, found.revision, 1) : []
    if (!event) throw refused('NOT_FOUND')
    const { writtenAt, ...rest } = event
    const { revision, position } = event
    const said = { revision: String(revision), position: String(position), recordedAt: writtenAt }
    return success({ event: { ...rest, ...said } })
  })
}

export const journalRoutes = (app: App, reading: Reading): void => {
  journal(app, reading)
  storedEvent(app, reading)
}
