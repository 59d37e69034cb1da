import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show } from '../testing/screen.tsx'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'

const path = '/api/access/me'
const at = '2026-11-20T08:00:00.000Z'

test('the button of a session or an API key says which', async (t) => {
  const session = { browser: 'Firefox', address: '127.0.0.1', expiresAt: at, lastUsedAt: at }
  const others = [1, 2].map((id) => ({ ...session, id, lastUsedAt: `2026-11-2${id}T08:00:00Z` }))
  const token = { id: 1, name: 'nattjobb', role: 'leser', lastUsedAt: null, createdBy: null }
  show(
    t,
    <>
      <SessionsList owner={path} />
      <TokensList path={`${path}/tokens`} ownerRole="leser" />
    </>,
    {
      [`${path}/sessions`]: others,
      [`${path}/tokens`]: [{ ...token, createdAt: at, expiresAt: at }],
    },
  )
  t.ok(await screen.findByRole('button', { name: /^Avslutt Firefox, sist brukt 21\. nov\./ }))
  t.ok(screen.getByRole('button', { name: /^Avslutt Firefox, sist brukt 22\. nov\./ }))
  t.ok(await screen.findByRole('button', { name: 'Trekk tilbake nattjobb' }))
})

test('without API keys there is no list', async (t) => {
  show(t, <TokensList path={path} ownerRole="leser" />, { [path]: [] })
  t.ok(await screen.findByText('Ingen API-nøkler'))
  t.equal(document.querySelector('ul'), null)
})
