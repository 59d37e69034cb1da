import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../../testing/dom.ts'
import { screen, show, until } from '../../testing/screen.tsx'
import { ManufacturersScreen } from '../../manufacturers/manufacturers-screen.tsx'
import { api } from '../../testing/examples.ts'

test('a list that was scrolled shows its first rows after a search or another order', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  await screen.findByRole('gridcell', { name: 'SICK' })
  const scroller = screen.getByRole('grid').parentElement!
  scroller.scrollTop = 200
  await user.click(screen.getByRole('button', { name: /^Navn/ }))
  await until(() => scroller.scrollTop === 0)
  t.match(screen.getAllByRole('row')[1]!.textContent, 'Åkerströms')
  scroller.scrollTop = 200
  await user.type(screen.getByPlaceholderText('Søk produsenter...'), 's')
  await until(() => scroller.scrollTop === 0)
  scroller.scrollTop = 200
  await user.click(screen.getByRole('button', { name: 'Kolonner' }))
  t.equal(scroller.scrollTop, 200, 'what does not change the rows leaves it where it is')
})
