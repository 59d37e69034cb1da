import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import type { JournalChoices, JournalRecord } from '#contracts/history.ts'
import { registered, removed, revised } from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'

test('who and which imports it can be narrowed to are listed, each once, for those who may audit', async (t) => {
  const renamed = {
    username: 'ola.dahl',
    accountId: 'a-1',
    since: '2026-01-01T00:00:00Z',
    until: null,
  }
  const side = await querySide(t, undefined, async () => [renamed])
  const row = (line: number) => ({ import: 'j1', file: 'deler.csv', line, userId: 'a-1' })
  await side.given(
    registered(supplier, 1, { name: 'A' }),
    { ...registered(component, 1, { description: 'B' }), user: 'ola', note: row(2) },
    { ...registered(component, 2, { description: 'C' }), user: 'ola', note: row(3) },
    {
      ...removed(component, 2),
      user: 'ola',
      note: { ...row(1), import: 'j0', bulk: true, file: 'utvalg' },
    },
  )
  const { data } = (await side.get('/api/journal/choices', {}, 'revisor')).json<{
    data: JournalChoices
  }>()
  t.same(
    data.users.map(({ name, now }) => [name, now]),
    [
      ['kari', undefined],
      ['ola', 'ola.dahl'],
    ],
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

test('imports are those of the period, and the one that is asked for', async (t) => {
  const side = await querySide(t)
  await side.given(
    ...[1, 2, 3].map((day) => ({
      ...registered(component, day, { description: `Del ${day}` }),
      at: `2026-03-0${day}T10:00:00.000Z`,
      note: { import: `j${day}`, file: 'deler.csv' },
    })),
  )
  const importsOf = async (query: string) => {
    const answer = await side.get(`/api/journal/choices?${query}`, {}, 'revisor')
    return answer.json<{ data: JournalChoices }>().data.imports.map(({ id }) => id)
  }
  t.same(await importsOf(''), ['j3', 'j2', 'j1'])
  t.same(await importsOf('to=2026-03-02'), ['j2', 'j1'])
  t.same(await importsOf('from=2026-03-02&to=2026-03-02'), ['j2'])
  t.same(await importsOf('from=2026-03-03&import=j1'), ['j1', 'j3'], 'what is chosen has its name')
})

test('records are found by what they are and were called, the deleted ones last', async (t) => {
  const side = await querySide(t)
  await side.given(
    registered(component, 1, { description: 'Skrue', itoArticlenumber: 'K-1' }),
    registered(component, 2, { description: 'Skive under skrue' }),
    revised(component, 2, { description: 'Skive' }),
    registered(supplier, 2, { name: 'Skruen AS' }),
    registered(component, 3, { description: 'Askrue, utgått' }),
    removed(component, 3),
  )
  const titles = async (query: string) => {
    const answer = await side.get(`/api/journal/records?${query}`, {}, 'revisor')
    const { data } = answer.json<{ data: readonly JournalRecord[] }>()
    return data.map(({ title, removed: isGone }) => title + (isGone ? ' (slettet)' : ''))
  }
  t.same(await titles('q=SKRUE'), ['Skive', 'Skrue', 'Skruen AS', 'Askrue, utgått (slettet)'])
  t.same(await titles('q=skrue&entity=suppliers'), ['Skruen AS'])
  t.same(await titles('q=k-1'), ['Skrue'])
  t.same(await titles('q=2'), ['Skive', 'Skruen AS'], 'by their number in the system')
  t.same(await titles('q=%25'), [], 'a sign of patterns is a sign')
  t.same(await titles('entity=componenttypes&id=3'), ['Askrue, utgått (slettet)'])
  const [first] = (await side.get('/api/journal/records?q=k-1', {}, 'revisor')).json().data
  t.same(first, {
    entity: 'componenttypes',
    id: '1',
    title: 'Skrue',
    number: 'K-1',
    removed: false,
  })
  t.equal((await side.get('/api/journal/records?q=a', {}, 'redaktør')).statusCode, 403)
})
