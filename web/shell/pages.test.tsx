import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { act, screen, show } from '../testing/screen.tsx'
import { Pages } from './app.tsx'

test('a page for other roles says so and sends no request', async (t) => {
  const { sent } = show(t, <Pages />, { '/api/counts': {} }, 'leser')
  for (const path of ['/brukere', '/revisjon', '/sikkerhetslogg']) {
    act(() => history.pushState(null, '', path))
    t.ok(await screen.findByText('Du har ikke tilgang til denne siden'), path)
    act(() => history.pushState(null, '', '/prosjekter'))
    await screen.findByRole('heading', { name: 'Prosjekter' })
  }
  t.notOk(sent.some(({ path }) => /users|journal|audit|security-log/.test(path)))
})
