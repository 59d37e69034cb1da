import { test } from 'tap'
import { screen, show } from '../testing/screen.tsx'
import { entities } from '#contracts/catalogue/index.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

const counted = (total: number) => () =>
  Response.json({ success: true, data: [] }, { headers: { 'x-total-count': String(total) } })

const counts = (parts: number, assemblies: number) => ({
  ...Object.fromEntries(entities.map(({ name }) => [`/api/${name}?limit=1`, counted(0)])),
  '/api/componenttypes?limit=1': counted(parts),
  '/api/assemblytypes?limit=1': counted(assemblies),
  '/api/suppliers?limit=1': counted(1),
})

test('an empty catalogue shows the guide', async (t) => {
  show(t, <DashboardScreen />, counts(0, 0), 'administrator')
  await screen.findByRole('heading', { name: 'Kom i gang' })
  t.ok(screen.getByRole('link', { name: 'Inviter de andre' }))
  t.ok(screen.getByText('(gjort)', { exact: false }), 'there is a supplier already')
})

test('a single user is shown how to invite others, until that is hidden', async (t) => {
  const overview = { changed: [], prices: [], unpriced: { count: 0, parts: [] } }
  const api = { ...counts(2, 1), '/api/overview': overview, '/api/access/users': [{}] }
  const { user } = show(t, <DashboardScreen />, api, 'administrator')
  await screen.findByRole('link', { name: 'Inviter de andre' })
  await screen.findByRole('heading', { name: 'Sist endret' })
  await user.click(screen.getByRole('button', { name: 'Skjul veiledningen' }))
  t.equal(screen.queryByRole('heading', { name: 'Kom i gang' }), null)
})

test('a catalogue in use shows what is new and what is missing', async (t) => {
  const named = { entity: 'componenttypes', id: 17, title: 'Skrue M8' }
  const at = '2026-11-20T10:00:00.000Z'
  const overview = {
    changed: [{ ...named, at }],
    prices: [{ ...named, at, from: 10, to: 12.5, currency: 'NOK' }],
    unpriced: { count: 1200, parts: [{ ...named, id: 18, title: 'Mutter M8' }] },
  }
  show(t, <DashboardScreen />, { ...counts(2, 1), '/api/overview': overview })
  const link = await screen.findByRole('link', { name: 'Mutter M8' })
  t.equal(link.getAttribute('href'), '/components/18')
  t.ok(screen.getByRole('heading', { name: /Uten kostpris \(1\s200\)/ }))
  t.ok(screen.getByText('12,50', { exact: false }))
  t.equal(screen.queryByRole('heading', { name: 'Kom i gang' }), null)
})
