import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../../../testing/dom.ts'
import type { ListedView } from '#contracts/access-answers.ts'
import { ManufacturersScreen } from '../../../manufacturers/manufacturers-screen.tsx'
import { api, refuseWith } from '../../../testing/examples.ts'
import { screen, show, until, within, type Answering } from '../../../testing/screen.tsx'

const list = '/api/access/views?list=manufacturers'

test('a view of a list can be saved, opened, renamed and deleted', async (t) => {
  const shared = { list: 'manufacturers', shared: true, accountId: 'b', createdBy: 'Ola' }
  let views: ListedView[] = [
    { ...shared, id: '1', name: 'Delt', address: 'q=festo', mayChange: false },
  ]
  const saving: Answering = ({ body }) => {
    const saved = body as ListedView
    views = [...views, { ...saved, id: '2', accountId: 'a', createdBy: 'Kari', mayChange: true }]
    return Response.json({ success: true, data: saved }, { status: 201 })
  }
  const { user, sent } = show(t, <ManufacturersScreen />, {
    ...api,
    [list]: () => Response.json({ success: true, data: views }),
    'POST /api/access/views': saving,
    'DELETE /api/access/views/2': () => {
      views = views.filter(({ id }) => id !== '2')
      return Response.json({ success: true, data: { id: '2' } })
    },
  })
  await screen.findByRole('gridcell', { name: 'SICK' })
  await user.type(screen.getByPlaceholderText('Søk produsenter...'), 'sick')
  await user.click(screen.getByRole('button', { name: 'Visninger' }))
  const dialog = () => within(screen.getByRole('dialog', { name: 'Visninger' }))
  await screen.findByRole('link', { name: 'Delt' })
  t.equal(dialog().queryByRole('button', { name: 'Slett Delt' }), null, 'not mine')
  await user.type(dialog().getByLabelText('Navn på visningen'), 'Min')
  await user.click(dialog().getByRole('button', { name: 'Lagre visningen' }))
  await screen.findByRole('link', { name: 'Min' })
  const whole = /^q=sick&sort=name&view=list&hide=[^&]*&hidecards=[^&]*$/
  const posted = sent.find(({ method }) => method === 'POST')!.body as ListedView
  t.match(posted, { name: 'Min', shared: false, list: 'manufacturers', address: whole })

  await user.click(dialog().getByRole('link', { name: 'Delt' }))
  await until(() => screen.queryByRole('dialog') === null)
  await until(() => screen.queryByRole('gridcell', { name: 'SICK' }) === null)
  await until(() => location.search === '?q=festo')
  globalThis.confirm = () => true
  await user.click(screen.getByRole('button', { name: 'Visninger' }))
  await user.click(await screen.findByRole('button', { name: 'Slett Min' }))
  await until(() => screen.queryByRole('link', { name: 'Min' }) === null)
})

test('the name of a view that could not be saved is kept', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, {
    ...api,
    [list]: [],
    'POST /api/access/views': refuseWith(503, { error: 'Nede.' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Visninger' }))
  const name = await screen.findByLabelText<HTMLInputElement>('Navn på visningen')
  await user.type(name, 'Min')
  await user.click(screen.getByRole('button', { name: 'Lagre visningen' }))
  await screen.findByText('Nede.')
  t.equal(name.value, 'Min')
})

test('Escape ends the renaming of a view, not the dialog', async (t) => {
  const view = { id: '1', list: 'manufacturers', name: 'Min', address: '', shared: false }
  const { user } = show(t, <ManufacturersScreen />, {
    ...api,
    [list]: [{ ...view, createdBy: 'Kari', mayChange: true }],
  })
  await user.click(await screen.findByRole('button', { name: 'Visninger' }))
  await user.click(await screen.findByRole('button', { name: 'Gi Min nytt navn' }))
  const name = screen.getByLabelText('Nytt navn på Min')
  t.equal(document.activeElement, name)
  await user.keyboard('Din{Escape}')
  t.equal(screen.queryByLabelText('Nytt navn på Min'), null)
  t.ok(screen.getByRole('dialog', { name: 'Visninger' }))
  t.ok(screen.getByRole('link', { name: 'Min' }))
})
