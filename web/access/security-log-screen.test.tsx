import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until } from '../testing/screen.tsx'
import { SecurityLogScreen } from './security-log-screen.tsx'

const entry = (id: number, username: string, over: object = {}) => ({
  id,
  userId: null,
  usernameNow: null,
  at: '2026-11-22T08:00:00.000Z',
  event: 'authn_fail',
  label: 'Innlogging avvist',
  username,
  address: '127.0.0.1',
  browser: 'Firefox',
  details: { reason: 'password' },
  count: 1,
  ...over,
})
const pageOf =
  (next: number | null, ...data: unknown[]) =>
  () =>
    Response.json({ success: true, data, next })

test('the log can be filtered, and older pages continue after the last one', async (t) => {
  const path = '/api/access/security-log'
  const filtered = `${path}?limit=100&event=authn_fail&user=kari`
  const { user } = show(t, <SecurityLogScreen />, {
    [`${path}/events`]: [{ event: 'authn_fail', label: 'Innlogging avvist' }],
    [`${path}?limit=100`]: pageOf(null),
    [`${path}?limit=100&event=authn_fail`]: pageOf(null),
    [filtered]: pageOf(7, entry(8, 'kari')),
    [`${filtered}&before=7`]: pageOf(null, entry(6, 'ola')),
  })
  t.ok(await screen.findByText('Ingen hendelser funnet'))
  await user.selectOptions(screen.getByLabelText('Hendelse'), 'Innlogging avvist')
  await user.type(screen.getByLabelText('Brukernavn'), ' kari {Enter}')
  await user.click(await screen.findByRole('button', { name: 'Vis eldre' }))
  t.ok(await screen.findByText('ola'))
  t.equal(screen.getAllByRole('row').length, 3)
  t.equal(screen.queryByRole('button', { name: 'Vis eldre' }), null)
})

test('two accounts that had the same name are told apart, and each can be shown alone', async (t) => {
  const path = '/api/access/security-log'
  const anne = entry(1, 'nattjobb', { userId: 'a1', usernameNow: 'anne.dal' })
  const bo = entry(2, 'nattjobb', { userId: 'b2' })
  const { user } = show(t, <SecurityLogScreen />, {
    [`${path}/events`]: [],
    [`${path}?limit=100`]: pageOf(null, bo, anne, entry(3, 'ukjent')),
    [`${path}?limit=100&user=nattjobb`]: pageOf(null, bo, anne),
    [`${path}?limit=100&user=a1`]: pageOf(null, anne),
  })
  const count = (rows: number) => until(() => screen.queryAllByRole('row').length === 1 + rows)
  await count(3)
  t.equal(screen.queryByRole('button', { name: 'ukjent' }), null, 'of no account')
  const name = screen.getByLabelText<HTMLInputElement>('Brukernavn')
  await user.type(name, 'nattjobb{Enter}')
  await count(2)
  t.ok(screen.getByRole('button', { name: 'nattjobb' }))
  await user.click(await screen.findByRole('button', { name: /nå anne.dal/ }))
  await count(1)
  t.match(screen.getByText(/^Viser bare kontoen/).textContent, 'nattjobb (nå anne.dal)')
  t.equal(name.value, '')
  await user.type(name, 'nattjobb{Enter}')
  await count(2)
  t.equal(screen.queryByText(/^Viser bare kontoen/), null)
  await user.click(await screen.findByRole('button', { name: /nå anne.dal/ }))
  await user.click(await screen.findByRole('button', { name: 'Vis alle' }))
  await count(3)
})
