import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../../testing/dom.ts'
import { act, fireEvent, screen, show, until, within } from '../../testing/screen.tsx'
import { ManufacturersScreen } from '../../manufacturers/manufacturers-screen.tsx'
import { api } from '../../testing/examples.ts'

const rows = () => screen.getAllByRole('row').slice(1)
const firstCells = () => rows().map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)

test('rows are marked one by one, as a range, by keyboard, and all that match', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  const box = (name: string) => screen.findByRole('checkbox', { name: `Merk ${name}` })
  const marked = () => rows().map((row) => row.getAttribute('aria-selected'))
  await user.click(await box('Festo'))
  t.same(marked(), ['true', 'false', 'false'])
  await user.keyboard('{Shift>}')
  await user.click(await box('Åkerströms'))
  await user.keyboard('{/Shift}')
  t.same(marked(), ['true', 'true', 'true'])
  t.ok(screen.getByText('3 merket'))
  act(() => rows()[1]?.focus())
  await user.keyboard(' ')
  t.same(marked(), ['true', 'false', 'true'])
  await user.click(await box('Festo'))
  await user.click(await box('Åkerströms'))
  fireEvent.click((await box('SICK')).closest('label')!, { shiftKey: true })
  t.same(marked(), ['false', 'true', 'true'], 'a range also beside the box')
  await user.keyboard('{Meta>}a{/Meta}')
  await until(() => marked().join() === 'true,true,true')
  await user.click(screen.getByRole('button', { name: 'Fjern merking' }))
  await user.type(screen.getByPlaceholderText('Søk produsenter...'), 'automasjon')
  await until(() => firstCells().join() === 'Festo')
  await user.click(screen.getByRole('checkbox', { name: 'Merk alle som passer' }))
  t.ok(await screen.findByText('1 merket'))
})
