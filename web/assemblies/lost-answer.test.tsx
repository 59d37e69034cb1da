import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, within, type Answering, type Shown } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { AssembliesScreen } from './assemblies-screen.tsx'
import { anAssembly } from './testing/examples.ts'

const openMenu = async (user: Shown['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Linje' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const done: Answering = () => Response.json({ success: true, data: { id: 1, name: 'Linje 2' } })

test('a clone or an attribute is made once, even if it is edited after a lost answer', async (t) => {
  const lost = new Set<string>()
  const loseFirst =
    (id: number): Answering =>
    ({ path, body }) => {
      if (lost.has(path)) return Response.json({ success: true, data: { id, ...(body as object) } })
      lost.add(path)
      return Promise.reject(new TypeError('down'))
    }
  const { user, sent } = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': [anAssembly(1, { name: 'Linje', description: 'Transport' })],
    '/api/assemblytypes/1/components': [],
    '/api/assemblytypes/1/attributes': [],
    'POST /api/assemblytypes/1/clone': loseFirst(9),
    'PUT /api/assemblytypes/9': done,
    'POST /api/assemblytypes/1/attributes': loseFirst(8),
    'PUT /api/assemblytypes/attributes/8': done,
  })
  const last = (method: string) => sent.findLast((call) => call.method === method)!
  await openMenu(user, 'Klone sammenstilling')
  const clone = () => screen.getByRole('button', { name: 'Klone sammenstilling' })
  await user.click(clone())
  await screen.findByText(/Får ikke kontakt/, { selector: '[role=dialog] *' })
  await user.clear(screen.getByLabelText(/^Beskrivelse/))
  await user.type(screen.getByLabelText(/Navn på ny/), ' 2')
  await user.click(clone())
  t.ok(await screen.findByText('"Linje 2" ble opprettet som en kopi av "Linje"'))
  t.match(last('POST').body, { name: 'Linje - Kopi' })
  t.same(last('PUT').body, { name: 'Linje - Kopi 2', description: 'Transport' })

  await openMenu(user, 'Administrer')
  await user.click(await screen.findByRole('tab', { name: 'Attributter' }))
  await user.click(await screen.findByRole('button', { name: 'Legg til attributt' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Legg til attributt' }))
  await user.type(dialog.getByLabelText(/^Beskrivelse/), 'Lengde')
  await user.type(dialog.getByLabelText(/^Verdi/), '20{Enter}')
  await dialog.findByText(/Får ikke kontakt/)
  await user.type(dialog.getByLabelText(/^Verdi/), '5{Enter}')
  t.ok(await screen.findByText('Attributtet ble lagt til sammenstillingen'))
  t.match(last('POST').body, { value: '20' })
  t.same(last('PUT').body, { id: 8, description: 'Lengde', value: '205', editable: true })
})
