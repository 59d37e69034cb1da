import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show } from '../testing/screen.tsx'
import { UsersScreen } from './users-screen.tsx'

const kari = { id: '1', username: 'kari', name: 'Kari', role: 'leser', active: true, sessions: 1 }
const api = { '/api/access/users': [kari] }

test('an administrator can add and change users', async (t) => {
  show(t, <UsersScreen />, api, 'administrator')
  await screen.findByRole('gridcell', { name: 'Kari' })
  t.ok(screen.getByRole('button', { name: 'Legg til bruker' }))
  t.ok(screen.getByRole('button', { name: 'Nullstill passord Kari' }))
})
