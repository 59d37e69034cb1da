import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../../testing/dom.ts'
import { act, screen, show, until } from '../../testing/screen.tsx'
import { ManufacturersScreen } from '../../manufacturers/manufacturers-screen.tsx'
import { api, manufacturers } from '../../testing/examples.ts'

test('rows of an earlier question are marked, not counted, and not those that are marked', async (t) => {
  const narrowed = '/api/manufacturers?supplierId=2&sort=name&order=asc&limit=200&offset=0'
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user, sent } = show(t, <ManufacturersScreen />, {
    ...api,
    [narrowed]: () => promise,
    '/api/manufacturers/ids?supplierId=2': [1],
  })
  await screen.findByText('Viser 3 av 3 produsenter')
  const isMarked = () => screen.getByRole('grid').closest('[aria-busy=true]') !== null
  t.notOk(isMarked())
  act(() => history.pushState(null, '', '?supplierId=2'))
  await until(() => sent.some(({ path }) => path === narrowed))
  t.ok(isMarked())
  t.equal(screen.queryByText(/^Viser/), null)
  await user.click(screen.getByLabelText('Merk alle som passer'))
  await screen.findByText('1 merket')
  resolve(
    Response.json(
      { success: true, data: [manufacturers[0]] },
      { headers: { 'x-total-count': '1' } },
    ),
  )
  await screen.findByText('Viser 1 av 3 produsenter')
  t.notOk(isMarked())
})
