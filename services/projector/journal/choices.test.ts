import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import type { JournalChoices } from '#contracts/history.ts'
import { registered, removed } from '../testing/event-fixtures.ts'
import { querySide } from '../testing/query-side.ts'

test('who and which imports it can be narrowed to are listed, each once, for those who may audit', async (t) => {
  const side = await querySide(t)
  const row = (line: number) => ({ import: 'j1', file: 'deler.csv', line })
  await side.given(
    registered(supplier, 1, { name: 'A' }),
    { ...registered(component, 1, { description: 'B' }), user: 'ola', note: row(2) },
    { ...registered(component, 2, { description: 'C' }), user: 'ola', note: row(3) },
    { ...removed(component, 2), user: 'ola', note: { import: 'j0', bulk: true, file: 'utvalg' } },
  )
  const { data } = (await side.get('/api/journal/choices', {}, 'revisor')).json<{
    data: JournalChoices
  }>()
  t.same(
    data.users.map(({ name }) => name),
    ['kari', 'ola'],
  )
  t.same(
    data.imports.map(({ id, user, via }) => [id, user, via.kind, via.file]),
    [
      ['j0', 'ola', 'bulk', 'utvalg'],
      ['j1', 'ola', 'import', 'deler.csv'],
    ],
    'the newest first',
  )
  t.equal((await side.get('/api/journal/choices', {}, 'redaktør')).statusCode, 403)
})
