import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show } from '../testing/screen.tsx'
import { SessionGate } from './session-gate.tsx'
import { setSession } from './session.ts'

test('the page says that it is loading until the session is known', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  show(t, <SessionGate>Inne</SessionGate>, { '/api/session': () => promise })
  setSession('asking')
  t.ok(await screen.findByText('Laster...'))
  const user = { username: 'kari', name: 'Kari', role: 'leser' }
  resolve(Response.json({ success: true, data: { user } }))
  t.ok(await screen.findByText('Inne'))
})
