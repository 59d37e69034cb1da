import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../testing/dom.ts'
import { fireEvent, screen, show, until } from '../testing/screen.tsx'
import { UserMenu } from './user-menu.tsx'

test('Escape closes the menu also in Safari, where a press does not focus what is pressed', async (t) => {
  show(t, <UserMenu wide />)
  const menu = screen.getByText('Kari Nordmann').closest('details')!
  menu.open = true
  await screen.findByRole('button', { name: 'Logg ut' })
  t.equal(document.activeElement, document.body)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await until(() => !menu.open)
  t.notOk(menu.open)
})
