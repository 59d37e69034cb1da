import { act, fireEvent, screen, show, until, within } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { test } from 'tap'
import { navigate } from 'wouter/use-browser-location'
import type { JournalItem } from '#contracts/history.ts'
import { JournalScreen } from './journal-screen.tsx'

const item: JournalItem = {
  position: '42',
  at: '2026-03-01T10:00:00.000Z',
  recordedAt: '2026-03-01T10:00:00.100Z',
  user: { id: '7', name: 'Kari Nordmann' },
  via: { kind: 'import', import: 'j1', file: 'priser.csv', line: 3 },
  reason: null,
  entity: 'motortypes',
  id: '7',
  kind: 'ItemPriced',
  text: 'Motortype «Girmotor»: kostpris endret fra 100,00 kr til 1 110,00 kr',
  currency: 'NOK',
  names: {},
  changes: [{ field: 'costPrice', from: 100, to: 1110 }],
}
const note = 'stykkliste.example/log\n1200\nrotensHash=\n\n— stykkliste.example/log abc='

test('a change is one sentence with the raw event, and links to related changes', async (t) => {
  const { sent, user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [item],
      '/api/journal/42': { event: { type: 'ItemPriced' } },
      '/api/journal?kind=ItemPriced': [item],
      '/api/journal?import=j1': [item],
    },
    'revisor',
  )
  await user.selectOptions(await screen.findByLabelText('Endring'), 'Pris endret')
  await until(() => sent.some(({ path }) => path === '/api/journal?kind=ItemPriced'))
  await user.click(await screen.findByText(item.text))
  await screen.findByText(/"type": "ItemPriced"/)
  t.match(document.body.textContent, '100,00\u00a0kr til 1\u00a0110,00\u00a0kr', 'in one piece')
  t.ok(screen.getByRole('row', { name: /Kostpris 100,00\skr 1\s110,00\skr/ }))
  await user.click(screen.getByRole('button', { name: 'Alt fra denne importen' }))
  await until(() => location.search === '?import=j1')
  await until(() => sent.some(({ path }) => path === '/api/journal?import=j1'))
  history.back()
  await until(() => location.search === '?kind=ItemPriced')
  await until(() => screen.getByLabelText<HTMLSelectElement>('Endring').value === 'ItemPriced')
  t.equal(screen.queryByRole('button', { name: 'Signert sjekkpunkt' }), null)
  t.equal(screen.queryByRole('button', { name: 'Med bevis og deler' }), null, 'of an assembly')
  t.ok(screen.getByText(/^«Med bevis» er en ZIP-fil\. Åpne report\.html/), 'and how it is checked')
})

test('the filter is in the address', async (t) => {
  const query = 'from=2026-02-01&to=2026-02-28&user=kari&entity=motortypes&kind=ItemPriced'
  const { user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [],
      '/api/journal/choices': { users: [{ id: 'kari', name: 'Kari' }], imports: [] },
      [`/api/journal?${query}`]: [item],
      '/api/journal?entity=assemblytypes': [],
      '/api/journal?entity=assemblytypes&id=9': [item],
      '/api/journal/records?id=9&entity=assemblytypes': [],
    },
    'revisor',
  )
  await screen.findByText('Ingen endringer funnet')
  const filter = within(screen.getByRole('group', { name: 'Filter' }))
  await user.type(filter.getByLabelText('Fra dato'), '2026-02-01')
  await user.type(filter.getByLabelText('Til dato'), '2026-02-28')
  await user.selectOptions(await filter.findByLabelText('Bruker'), 'Kari')
  await user.selectOptions(filter.getByLabelText('Gjelder'), 'Motortyper')
  await user.selectOptions(filter.getByLabelText('Endring'), 'Pris endret')
  await screen.findByText(item.text)
  t.equal(location.search, `?${query}`)
  await user.click(filter.getByRole('button', { name: 'Nullstill' }))
  await screen.findByText('Ingen endringer funnet')
  t.equal(location.search, '')
  await user.selectOptions(filter.getByLabelText('Gjelder'), 'Sammenstillinger')
  act(() => navigate('/revisjon?entity=assemblytypes&id=9'))
  t.ok(await screen.findByRole('button', { name: 'Med bevis og deler' }))
})

test('a record is chosen by its name, also a deleted one', async (t) => {
  const record = { entity: 'motortypes', id: '7', title: 'Girmotor', number: 'K-7', removed: false }
  const gone = { ...record, id: '8', title: 'Gammel girmotor', number: null, removed: true }
  const { user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [],
      '/api/journal/records?q=gir': [record, gone],
      '/api/journal/records?q=tull': [],
      '/api/journal/records?id=8&entity=motortypes': [gone],
      '/api/journal?entity=motortypes&id=8': [item],
      '/api/journal?entity=motortypes': [item, { ...item, position: '43', text: 'En annen' }],
      '/api/journal?entity=suppliers': [],
    },
    'revisor',
  )
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Post' })
  await user.click(field)
  t.ok(await screen.findByText('Skriv et navn eller et nummer'))
  await user.keyboard('tull')
  t.ok(await screen.findByText('Ingen treff'))
  await user.clear(field)
  await user.keyboard('gir')
  t.ok(await screen.findByRole('option', { name: 'Girmotor · K-7 · motortype' }))
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await until(() => location.search === '?entity=motortypes&id=8')
  await until(() => field.value === 'Gammel girmotor · motortype · slettet')
  await screen.findByText(item.text)
  await user.clear(field)
  await until(() => location.search === '?entity=motortypes')
  await screen.findByText('En annen')
  act(() => navigate('/revisjon?entity=motortypes&id=8'))
  await until(() => field.value === 'Gammel girmotor · motortype · slettet')
  await user.selectOptions(screen.getByLabelText('Gjelder'), 'Leverandører')
  await until(() => location.search === '?entity=suppliers')
})

test('Enter takes no record that an earlier search found', async (t) => {
  const record = { entity: 'motortypes', id: '7', title: 'Girmotor', number: null, removed: false }
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [],
      '/api/journal/records?q=gir': [record],
      '/api/journal/records?q=rull': () => promise,
      '/api/journal/records?id=9&entity=motortypes': [{ ...record, id: '9', title: 'Rull' }],
      '/api/journal?entity=motortypes&id=9': [],
    },
    'revisor',
  )
  await user.click(await screen.findByRole('combobox', { name: 'Post' }))
  await user.keyboard('gir')
  const option = await screen.findByRole('option', { name: 'Girmotor · motortype' })
  await user.keyboard('{Backspace}{Backspace}{Backspace}rull')
  await until(() => option.ariaDisabled === 'true')
  await user.keyboard('{Enter}')
  t.equal(location.search, '')
  resolve(Response.json({ success: true, data: [{ ...record, id: '9', title: 'Rull' }] }))
  await screen.findByRole('option', { name: 'Rull · motortype' })
  await user.keyboard('{Enter}')
  await until(() => location.search === '?entity=motortypes&id=9')
})

test('a period that begins after its end says so at its field', async (t) => {
  const period = 'from=2026-03-01&to=2026-02-01'
  const { user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [],
      '/api/journal?from=2026-03-01': [],
      [`/api/journal?${period}`]: [],
      '/api/journal/choices': { users: [], imports: [] },
      '/api/audit/checkpoint': () => new Response(note),
      '/api/audit/key': () => new Response('stykkliste.example/log+abc+key'),
    },
    'revisor',
  )
  const from = await screen.findByLabelText('Fra dato')
  await user.type(from, '2026-03-01')
  fireEvent.change(screen.getByLabelText('Til dato'), { target: { value: '0002-02-01' } })
  t.equal(from.getAttribute('aria-invalid'), 'false', 'the year is being typed')
  fireEvent.change(screen.getByLabelText('Til dato'), { target: { value: '2026-02-01' } })
  const alert = await screen.findByRole('alert')
  t.equal(alert.textContent, '«Fra dato» er etter «Til dato»')
  t.equal(from.getAttribute('aria-describedby'), alert.id)
  t.equal(from.getAttribute('aria-invalid'), 'true')
  fireEvent.change(screen.getByLabelText('Til dato'), { target: { value: '2026-03-01' } })
  t.equal(screen.queryByRole('alert'), null)
})

test('users and imports are chosen by name, and one from the address is kept', async (t) => {
  const via = { kind: 'import', import: 'j1', file: 'priser.csv', line: 3 }
  const { user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [],
      '/api/journal/choices': {
        users: [
          { id: 'a1', name: 'nattjobb', now: 'per.hansen' },
          { id: 'a1', name: 'per.hansen' },
          { id: null, name: 'nattjobb' },
          { id: 'a2', name: 'ola', now: 'ola.dahl' },
        ],
        imports: [{ id: 'j1', via, user: 'kari', at: '2026-03-01T10:00:00.000Z' }],
      },
      '/api/journal?from=2026-01-01': [],
      '/api/journal/choices?from=2026-01-01': {
        users: [],
        imports: [{ id: 'j0', via: { ...via, file: 'eldre.csv' }, user: 'kari', at: item.at }],
      },
      '/api/journal?user=a1': [item],
      '/api/journal?user=a1&import=j1': [item],
      '/api/journal?user=a1&import=gone': [],
    },
    'revisor',
  )
  const filter = within(screen.getByRole('group', { name: 'Filter' }))
  await screen.findByRole('option', { name: 'nattjobb, per.hansen' })
  t.ok(screen.getByRole('option', { name: 'nattjobb' }), 'of whom nobody knows')
  t.ok(screen.getByRole('option', { name: 'ola (nå ola.dahl)' }), 'renamed since the last change')
  await user.selectOptions(filter.getByLabelText('Bruker'), 'nattjobb, per.hansen')
  await until(() => location.search === '?user=a1')
  const listed = screen.getByRole('option', {
    name: /^Import priser\.csv, 1\. mars 2026, .*, kari$/,
  })
  await user.selectOptions(filter.getByLabelText('Import'), listed)
  await until(() => location.search === '?user=a1&import=j1')
  act(() => navigate('/revisjon?user=a1&import=gone'))
  await until(() => filter.getByLabelText<HTMLSelectElement>('Import').value === 'gone')
  act(() => navigate('/revisjon?from=2026-01-01'))
  t.ok(await screen.findByRole('option', { name: /^Import eldre\.csv/ }), 'of the period')
})

test('the newest checkpoint can be read and copied', async (t) => {
  const { user } = show(
    t,
    <JournalScreen />,
    {
      '/api/journal': [],
      '/api/audit/checkpoint': () => new Response(note),
      '/api/audit/key': () => new Response('stykkliste.example/log+abc+key\n'),
    },
    'revisor',
  )
  await user.click(await screen.findByRole('button', { name: 'Signert sjekkpunkt' }))
  const dialog = await screen.findByRole('dialog')
  t.match(dialog.textContent, /Hendelser1.200Rot/)
  t.match(dialog.textContent, 'stykkliste.example/log+abc+key')
  t.ok(dialog.textContent.includes(note))
})
