import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { act, screen, show, until, within } from '../testing/screen.tsx'
import { Route } from 'wouter'
import { recentOf } from '../lib/recent.ts'
import { entities, referencesTo, supplier } from '#contracts/catalogue/index.ts'
import { capitalized } from '#contracts/text.ts'
import { ComponentsScreen } from '../components/components-screen.tsx'
import { SuppliersScreen } from '../suppliers/suppliers-screen.tsx'
import { startHistory } from '../lib/back.ts'
import { refuseWith, suppliers } from '../testing/examples.ts'

const components = [
  { id: 17, description: 'Skrue M8', supplierId: 10, supplierName: 'Elektro AS' },
  { id: 18, description: 'Mutter M8', supplierId: null, supplierName: null },
]
const uses = [{ itemId: 110, description: 'Ramme', type: null, level: 1, totalQuantity: 8 }]
const api = {
  '/api/componenttypes': components,
  '/api/componenttypes/17/where-used': uses,
  '/api/componenttypes/18/where-used': [],
  '/api/suppliers': suppliers,
  '/api/componenttypes?supplierId=10&limit=100': components.slice(0, 1),
}

const Screens = () => (
  <>
    <Route path="/components/:id?" component={ComponentsScreen} />
    <Route path="/suppliers/:id?" component={SuppliersScreen} />
  </>
)
/** Opens the record by its address. */
const openAt = (t: Parameters<typeof show>[0], address: string, more: object = {}) => {
  const shown = show(t, <Screens />, { ...api, ...more })
  act(() => {
    history.replaceState(null, '', address)
    startHistory()
  })
  return shown
}
const back = () => act(() => history.back())
const closed = () => until(() => screen.queryByRole('dialog') === null)
const address = () => location.pathname + location.search
const skrue = 'Komponent: Skrue M8'
const inDialog = async (name: string, button: string) =>
  within(await screen.findByRole('dialog', { name })).getByRole('button', { name: button })

test('an address opens the record over its list, and Back closes it', async (t) => {
  const { user } = openAt(t, '/components/17?q=m8')
  t.ok(await screen.findByRole('dialog', { name: skrue }))
  t.equal(
    (await screen.findByRole('link', { name: 'Ramme' })).getAttribute('href'),
    '/assemblies/110',
  )
  t.match(recentOf('kari'), [{ href: '/components/17', title: 'Skrue M8', detail: 'Komponent' }])
  t.equal(document.title, 'Skrue M8 · Stykkliste', 'windows of several records are told apart')
  back()
  await closed()
  t.equal(document.title, 'Komponenter · Stykkliste')
  t.equal(address(), '/components?q=m8')

  await user.click(await screen.findByRole('gridcell', { name: 'Mutter M8' }))
  await screen.findByRole('dialog', { name: 'Komponent: Mutter M8' })
  t.equal(address(), '/components/18?q=m8')
  await user.keyboard('{Escape}{Escape}')
  await until(() => address() === '/components?q=m8')
  await closed()
})

test('a part that is used in many assemblies shows whole rows, the rest on demand', async (t) => {
  const many = Array.from({ length: 10 }, (_, at) => ({
    ...uses[0],
    itemId: at,
    description: `R${at}`,
  }))
  const { user } = openAt(t, '/components/17', { '/api/componenttypes/17/where-used': many })
  const list = await screen.findByRole('list', { name: 'Brukes i' })
  t.equal(within(list).getAllByRole('listitem').length, 8)
  t.notMatch(list.className, 'overflow')
  await user.click(screen.getByRole('button', { name: 'Vis 2 til' }))
  t.equal(within(list).getAllByRole('listitem').length, 10)
})

test('a supplier links to its details and parts, and Back returns', async (t) => {
  const { user } = openAt(t, '/components/17')
  const part = within(await screen.findByRole('dialog', { name: skrue }))
  await user.click(await part.findByRole('link', { name: 'Elektro AS' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Leverandør: Elektro AS' }))
  t.equal(address(), '/suppliers/10')
  t.ok(dialog.getByRole('link', { name: 'ordre@elektro.no' }))
  t.ok(await dialog.findByRole('link', { name: 'Skrue M8' }))
  t.notOk(dialog.queryByRole('link', { name: 'Mutter M8' }), 'another’s')
  t.ok(dialog.getByRole('heading', { name: 'Leverer' }))
  const headings = dialog.getAllByRole('heading', { level: 4 })
  const referring = entities.filter((entity) => referencesTo(entity, supplier).length > 0)
  const [parts, others] = [true, false].map((isPart) =>
    referring.filter(({ priced }) => Boolean(priced) === isPart),
  )
  t.same(
    headings.map(({ textContent }) => textContent),
    [...parts!, ...others!].map(({ noun }) => capitalized(noun.many)),
  )
  back()
  await screen.findByRole('dialog', { name: skrue })
})

test('Back closes a form over a record and shows the record again', async (t) => {
  const { user } = openAt(t, '/components/17', { '/api/componenttypes/17': components[0] })
  await user.click(await inDialog(skrue, 'Rediger'))
  await screen.findByRole('dialog', { name: 'Rediger komponent' })
  await until(() => (history.state as { depth: number } | null)?.depth === 2)
  back()
  await screen.findByRole('dialog', { name: skrue })
  await user.click(screen.getByRole('button', { name: 'Lukk' }))
  await closed()
  t.equal(address(), '/components')
})

test('a missing record is explained in words', async (t) => {
  const gone = refuseWith(404, { error: 'Finnes ikke.', code: 'NOT_FOUND' })
  const { user } = openAt(t, '/components/99', { '/api/componenttypes/99': gone })
  t.match(
    (await screen.findByRole('alert')).textContent,
    /Posten finnes ikke. Den kan være slettet/,
  )
  await user.click(screen.getByRole('button', { name: 'Lukk' }))
  await closed()
  t.equal(address(), '/components')
})

test('a record of another time than the one shown may have been made later', async (t) => {
  openAt(t, '/components/99?asOf=2026-03-01')
  t.match(
    (await screen.findByRole('alert')).textContent,
    /fantes ikke på det viste tidspunktet. Den kan være laget senere/,
  )
})

test('a refused delete lists the records that prevent it, until the toast is closed', async (t) => {
  globalThis.confirm = () => true
  const details = [{ entity: 'assemblytypes', id: 110, name: 'Ramme' }]
  const refused = refuseWith(409, {
    error: 'Brukes av 1 sammenstilling: Ramme',
    code: 'IN_USE',
    details,
  })
  const { user } = openAt(t, '/components/17', { 'DELETE /api/componenttypes/17': refused })
  await user.click(await inDialog(skrue, 'Slett'))
  const users = within((await screen.findAllByRole('list', { name: 'Brukes av' }))[0]!)
  t.equal(users.getByRole('link', { name: 'Ramme' }).getAttribute('href'), '/assemblies/110')
  t.ok(screen.getByRole('dialog', { name: skrue }))
})
