import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { act, screen, show, until } from '../testing/screen.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { SessionGate } from './session-gate.tsx'
import { setSession } from './session.ts'

test('the page says that it is loading until the session is known', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  show(t, <SessionGate>Inne</SessionGate>, { '/api/session': () => promise })
  act(() => setSession('asking'))
  t.ok(await screen.findByText('Laster...'))
  const user = { username: 'kari', name: 'Kari', role: 'leser' }
  resolve(Response.json({ success: true, data: { user } }))
  t.ok(await screen.findByText('Inne'))
})

const signedIn = { username: 'kari', name: 'Kari', role: 'leser' }
const inAnotherWindow = (newValue: string | null) =>
  act(async () => {
    dispatchEvent(new StorageEvent('storage', { key: 'stykkliste.bruker', newValue }))
  })

test('a window is covered while somebody else is logged in in another', async (t) => {
  show(t, <SessionGate>Inne</SessionGate>, { '/api/session': { user: signedIn } })
  await screen.findByText('Inne')
  await until(() => localStorage.getItem('stykkliste.bruker') === 'kari')
  await inAnotherWindow('ola')
  t.ok(screen.getByRole('heading', { name: 'En annen er logget inn', hidden: true }))
  t.ok(screen.getByText('I et annet vindu er «ola» logget inn, og Kari er ikke det lenger.'))
  t.ok(screen.getByText('Inne'), 'what was typed is kept')
  await inAnotherWindow('kari')
  t.notOk(screen.queryByText(/er ikke det lenger/))
})

test('after logout in another window a window is covered until the user is logged in again', async (t) => {
  const page = <PageFrame title="Motortyper">Inne</PageFrame>
  show(t, <SessionGate>{page}</SessionGate>, { '/api/session': { user: signedIn } })
  await screen.findByText('Inne')
  await inAnotherWindow(null)
  t.match(document.title, 'Logg inn')
  t.ok(screen.getByText('Du er logget ut.'))
  t.ok(screen.getByText('Inne'), 'what was typed is kept')
  await inAnotherWindow('kari')
  t.notOk(screen.queryByText('Du er logget ut.'))
  t.match(document.title, 'Motortyper', 'the page has its title again')
})
