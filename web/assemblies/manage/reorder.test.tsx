import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until } from '../../testing/screen.tsx'
import '../../testing/menus.ts'
import { AssembliesScreen } from '../assemblies-screen.tsx'
import { anAssembly } from '../testing/examples.ts'

const link = (componentId: number, description: string) => ({
  componentId,
  quantity: 1,
  notes: null,
  sortOrder: componentId * 10,
  component: { id: componentId, description },
})
const offline = () => Promise.reject(new Error('offline'))

test('an order that could not be saved is not shown, also while nothing can be read', async (t) => {
  const answers = [
    () => Response.json({ success: true, data: [link(1, 'Skrue'), link(2, 'Mutter')] }),
  ]
  const { user } = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': [anAssembly(1, { name: 'Ramme' })],
    '/api/assemblytypes/1/components': () => (answers.shift() ?? offline)(),
    'POST /api/assemblytypes/1/lines': offline,
  })
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Ramme' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Administrer' }))
  const names = () =>
    screen.getAllByRole('button', { name: /^Flytt/ }).map(({ ariaLabel }) => ariaLabel)
  const handle = await screen.findByRole('button', { name: 'Flytt Skrue' })
  handle.focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByText('Kunne ikke lagre rekkefølgen')
  await until(() => names().join() === 'Flytt Skrue,Flytt Mutter')
  t.pass()
})
