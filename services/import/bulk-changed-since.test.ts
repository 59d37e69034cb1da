import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { catalogue } from './testing/price-files.ts'

const json = { 'content-type': 'application/json' }

test('a record that somebody changed after the dry run of a selection is refused by name', async (t) => {
  const { ask, ended, call, commands } = await catalogue(t)
  const body = JSON.stringify({ ids: [1, 2, 3], set: { type: 'El' }, dryRun: true })
  const asked = await ask('POST', '/api/componenttypes/bulk/change', Buffer.from(body), json)
  const { id } = asked.body.data
  t.match((await ended(id)).answer?.summary, { updated: 3 })
  await call('PUT', '/api/componenttypes/1', { type: 'Bryter' })
  await call('PUT', '/api/componenttypes/2', { notes: 'Brukes ikke' })

  await ask('POST', `/api/csv-import/jobs/${id}/run`)
  const error = (of: number) => ({
    record: { id: of },
    message: 'Posten er endret siden prøvekjøringen',
  })
  t.match((await ended(id)).answer, {
    summary: { updated: 1, failed: 2 },
    errors: [error(1), error(2)],
  })
  const types = await Promise.all([1, 2, 3].map((one) => commands.record(component, one)))
  t.same(
    types.map((one) => one?.item.values['type'] ?? null),
    ['Bryter', null, 'El'],
  )
})
