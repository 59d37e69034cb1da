import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../../testing/dom.ts'
import '../../testing/menus.ts'
import { act, screen, show, until, within } from '../../testing/screen.tsx'
import { ManufacturersScreen } from '../../manufacturers/manufacturers-screen.tsx'
import { MotorsScreen } from '../../motors/motors-screen.tsx'
import { api, motor, motorApi } from '../../testing/examples.ts'

test('a button names its row also where the first column is empty', async (t) => {
  const unnamed = { ...motor, description: null }
  show(t, <MotorsScreen />, motorApi({ '/api/motortypes': [unnamed] }))
  t.ok(await screen.findByRole('button', { name: 'Rediger R17' }))
  t.ok(screen.getByRole('checkbox', { name: /R17/ }))
})

test('on a phone the actions of a row are in one menu, reachable with the keyboard', async (t) => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 356 })
  const { confirm } = globalThis
  t.teardown(() => {
    Object.assign(globalThis, { confirm })
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth')
  })
  let asked = 0
  globalThis.confirm = () => {
    t.equal(screen.queryByRole('menu'), null, 'nothing covers the question')
    asked++
    return false
  }
  const { user } = show(t, <ManufacturersScreen />, api)
  await screen.findByRole('gridcell', { name: 'SICK' })
  t.equal(screen.queryByRole('button', { name: /^Slett/ }), null)
  const menu = screen.getByRole('button', { name: 'Handlinger for SICK' })
  act(() => menu.closest<HTMLElement>('[role=row]')!.focus())
  await user.keyboard('{ArrowRight}{Enter}')
  const items = await screen.findByRole('menu', { name: 'Handlinger for SICK' })
  t.same(
    within(items)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
    ['Historikk', 'Rediger', 'Slett'],
  )
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await until(() => asked === 1)
  t.ok(document.activeElement === menu, 'the focus is where it was')
})
