import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import '../../testing/dom.ts'
import '../../testing/menus.ts'
import { act, screen, show, until, within, type Answering } from '../../testing/screen.tsx'
import { ManufacturersScreen } from '../../manufacturers/manufacturers-screen.tsx'
import { MotorsScreen } from '../../motors/motors-screen.tsx'
import { SuppliersScreen } from '../../suppliers/suppliers-screen.tsx'
import { api, fresh, manufacturers, motorApi, refuseWith } from '../../testing/examples.ts'

const rows = () => screen.getAllByRole('row').slice(1)
const firstCells = () => rows().map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)

test('a list shows and counts its rows, with edit and delete', async (t) => {
  show(t, <ManufacturersScreen />, api)
  t.ok(screen.getByText('Laster inn data...'))
  await screen.findByRole('gridcell', { name: 'SICK' })

  t.same(firstCells(), ['Festo', 'SICK', 'Åkerströms'], 'by name')
  t.ok(screen.getByText('Viser 3 av 3 produsenter'))
  t.ok(screen.getByRole('columnheader', { name: 'Handlinger' }))
  t.same(
    screen.getAllByRole('button', { name: /^Rediger/ }).map((one) => one.ariaLabel),
    ['Rediger Festo', 'Rediger SICK', 'Rediger Åkerströms'],
    'which row a button is for',
  )
  t.equal(screen.queryByText('filtrert'), null)
})

test('a list that loads slowly says so', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  show(t, <ManufacturersScreen />, { ...api, '/api/manufacturers': () => promise })
  const waiting = screen.getByText('Laster inn data...')
  t.ok(await screen.findByText('Laster inn data... Dette tar lengre tid enn vanlig.'))
  t.equal(waiting.closest('output')?.getAttribute('aria-live'), 'polite', 'also to the ear')
  resolve(Response.json({ success: true, data: manufacturers }))
  await screen.findByRole('gridcell', { name: 'SICK' })
  t.equal(screen.queryByText(/lengre tid/), null)
})

test('a reader sees neither edit nor delete', async (t) => {
  show(t, <ManufacturersScreen />, api, 'leser')
  await screen.findByRole('gridcell', { name: 'SICK' })
  t.equal(screen.queryByRole('button', { name: /^Rediger/ }), null)
  t.equal(screen.queryByRole('button', { name: 'Legg til produsent' }), null)
})

test('a search filters the list and is kept in the address', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  await user.type(await screen.findByPlaceholderText('Søk produsenter...'), 'automasjon')

  await until(() => firstCells().join() === 'Festo')
  t.ok(screen.getByText('filtrert'))
  const marks = document.querySelectorAll('mark')
  t.same(
    Array.from(marks, (mark) => mark.textContent?.toLowerCase()),
    ['automasjon'],
  )
  t.ok(screen.getByText('Viser 1 av 3 produsenter'))
  await until(() => location.search === '?q=automasjon')
})

test('a search that finds nothing says so and suggests what to do', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  await user.type(await screen.findByPlaceholderText('Søk produsenter...'), 'xyz')

  t.ok(await screen.findByText('Ingen produsenter matcher søket'))
  t.ok(screen.getByText('Prøv et annet søkeord eller fjern filteret'))
  await user.click(screen.getByRole('button', { name: 'Fjern filteret' }))
  t.equal(rows().length, 3)
})

test('a column filter runs on the server, and is shown in the address and as a chip', async (t) => {
  const narrowed = '/api/manufacturers?supplierId=2&sort=name&order=asc&limit=200&offset=0'
  const pageOf = (rows: unknown[]) => () =>
    Response.json({ success: true, data: rows }, { headers: { 'x-total-count': `${rows.length}` } })
  const { user } = show(t, <ManufacturersScreen />, {
    ...api,
    '/api/suppliers': [
      { id: 2, name: 'Elektro AS' },
      { id: 3, name: 'Automasjon AS' },
    ],
    '/api/suppliers/2': { id: 2, name: 'Elektro AS' },
    [narrowed]: pageOf([manufacturers[0]]),
    [narrowed.replace('=2', '.empty=true')]: pageOf([]),
  })
  await screen.findByRole('gridcell', { name: 'SICK' })
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await user.selectOptions(dialog.getByLabelText('Legg til filter'), 'Leverandør')
  await user.click(await dialog.findByLabelText('Elektro AS'))
  await user.click(dialog.getByRole('button', { name: 'Vis listen' }))
  t.ok(await screen.findByText('Viser 1 av 3 produsenter'))
  await until(() => location.search === '?supplierId=2')
  const chips = within(await screen.findByRole('list', { name: 'Filtre' }))
  await until(() => chips.getByRole('listitem').textContent === 'Leverandør: Elektro AS')
  const head = within(screen.getByRole('columnheader', { name: /^Leverandør/ }))
  await user.click(head.getByRole('button', { name: 'Avgrens etter Leverandør, i bruk' }))
  const form = within(await screen.findByRole('dialog', { name: 'Filter på Leverandør' }))
  await user.click(await form.findByLabelText('Elektro AS'))
  await user.selectOptions(form.getByLabelText(/med eller uten/), 'Har verdi')
  await user.keyboard('{Escape}')
  t.equal(location.search, '?supplierId=2', 'nothing holds that is not confirmed')
  await user.click(head.getByRole('button', { name: 'Avgrens etter Leverandør, i bruk' }))
  await user.click(await screen.findByRole('button', { name: 'Fjern filteret' }))
  t.ok(await screen.findByText('Viser 3 av 3 produsenter'))
  await until(() => location.search === '')
})

test('an empty list says so', async (t) => {
  show(t, <ManufacturersScreen />, { ...api, '/api/manufacturers': [] })
  t.ok(await screen.findByText('Ingen produsenter funnet'))
})

test('a list that could not be read is not counted', async (t) => {
  const list = [() => Response.json({ success: false, error: 'Nede' }, { status: 503 })]
  const { user } = show(t, <ManufacturersScreen />, {
    ...api,
    '/api/manufacturers': () =>
      list.shift()?.() ?? Response.json({ success: true, data: manufacturers }),
  })
  t.ok(await screen.findByText('Kunne ikke hente produsenter'))
  t.equal(screen.queryByText(/^Viser/), null)
  await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
  t.ok(await screen.findByText('Viser 3 av 3 produsenter'))
})

test('a click on a heading cycles the order and announces it', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  const header = await screen.findByRole('columnheader', { name: /^Navn/ })
  const click = () => user.click(within(header).getByRole('button', { name: 'Navn' }))

  t.equal(header.getAttribute('aria-sort'), 'ascending')
  await click()
  t.same(firstCells(), ['Åkerströms', 'SICK', 'Festo'])
  await click()
  t.same(firstCells(), ['SICK', 'Åkerströms', 'Festo'])
  t.equal(header.getAttribute('aria-sort'), 'none')
  await until(() => location.search === '?sort=')
  await click()
  t.same(firstCells(), ['Festo', 'SICK', 'Åkerströms'])
})

test('columns can be hidden, but not the last one, and the choice is remembered', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  await user.click(await screen.findByRole('button', { name: 'Kolonner' }))
  t.ok(await screen.findByText('Vis kolonner'))
  const column = (name: string) => screen.getByLabelText(name)
  await user.click(column('Leverandør'))

  t.ok((column('Navn') as HTMLInputElement).disabled)
  await until(() => /^\?hide=.*supplierId/.test(location.search))
  t.match(localStorage.getItem('stykkliste.liste.manufacturers'), /supplierId/)
  await user.keyboard('{Escape}')
  await until(() => screen.queryByRole('columnheader', { name: /^Leverandør/ }) === null)
})

test('cards show the manufacturer’s code, and can be sorted and have lines hidden', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  await user.click(await screen.findByRole('button', { name: 'Kortvisning' }))
  t.ok(screen.getAllByText('Produsent kode')[0])
  t.ok(screen.getByText('FES'))
  const firstCard = () => screen.getAllByRole('link', { name: /SICK|Åker|Festo/ })[0]?.textContent
  t.equal(firstCard(), 'Festo')
  await user.click(screen.getByRole('button', { name: 'Sorter synkende' }))
  t.equal(firstCard(), 'Åkerströms')
  await user.click(screen.getByRole('button', { name: 'Kolonner' }))
  await user.click(await screen.findByLabelText('Produsent kode'))
  await until(() => screen.queryByText('FES') === null)
  t.match(localStorage.getItem('stykkliste.liste.manufacturers'), /"hiddenOnCards"/)
})

test('the arrow keys move between rows and their buttons', async (t) => {
  const { user } = show(t, <ManufacturersScreen />, api)
  await screen.findByRole('gridcell', { name: 'SICK' })
  act(() => rows()[0]!.focus())
  await user.keyboard('{ArrowDown}')
  t.equal(document.activeElement, rows()[1])
  await user.keyboard('{ArrowRight}')
  t.equal(document.activeElement?.getAttribute('aria-label'), 'Historikk SICK')
  await user.keyboard('{ArrowLeft}{End}')
  t.equal(document.activeElement, rows()[2])
})

test('suppliers link to mail, phone and website', async (t) => {
  show(t, <SuppliersScreen />, api)
  const link = async (name: string | RegExp) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  t.equal(await link('ordre@elektro.no'), 'mailto:ordre@elektro.no')
  t.equal(await link('22 33 44 55'), 'tel:22334455')
  t.equal(await link(/www\.elektro\.no/), 'https://www.elektro.no')
})

test('a row opens its details, from which it can be edited', async (t) => {
  const { user } = show(t, <MotorsScreen />, motorApi({ 'GET /api/motortypes/7': fresh('"1"') }))
  await user.click(await screen.findByRole('gridcell', { name: 'Girmotor' }))
  const dialog = within(await screen.findByRole('dialog'))
  t.ok(dialog.getByRole('heading', { name: 'Motortype: Girmotor' }))
  t.ok(dialog.getByRole('img', { name: 'Ingen bilde tilgjengelig' }))
  t.ok(dialog.getByText('Ingen leverandør'))
  t.ok(dialog.getByText('0,75 kW'))
  await user.click(dialog.getByRole('button', { name: 'Rediger' }))
  t.ok(await screen.findByRole('heading', { name: 'Rediger motortype' }))
})

const deleting = (t: Parameters<typeof show>[0], answer: unknown, agrees = true) => {
  const asked: string[] = []
  globalThis.confirm = (question) => {
    asked.push(question!)
    return agrees
  }
  return { asked, ...show(t, <MotorsScreen />, motorApi({ 'DELETE /api/motortypes/7': answer })) }
}

test('a delete asks for confirmation with the entity’s name', async (t) => {
  const { user, sent, asked } = deleting(t, { id: 7 }, false)
  await user.click(await screen.findByRole('button', { name: 'Slett Girmotor' }))
  t.same(asked, ['Er du sikker på at du vil slette denne motortypen?'])
  t.notOk(sent.some(({ method }) => method === 'DELETE'))
})

test('a delete says that it was done', async (t) => {
  const { user } = deleting(t, { id: 7 })
  await user.click(await screen.findByRole('button', { name: 'Slett Girmotor' }))
  t.ok((await screen.findAllByText('Motortype slettet'))[0])
})

test('a refused delete shows the server’s reason', async (t) => {
  const refused = refuseWith(409, { error: 'Brukes av 3 sammenstillinger', code: 'IN_USE' })
  const { user } = deleting(t, refused)
  await user.click(await screen.findByRole('button', { name: 'Slett Girmotor' }))
  t.ok((await screen.findAllByText('Brukes av 3 sammenstillinger'))[0])
})

test('a delete without an answer has its own text', async (t) => {
  const { user } = deleting(t, () => Promise.reject(new TypeError('down')))
  await user.click(await screen.findByRole('button', { name: 'Slett Girmotor' }))
  t.ok((await screen.findAllByText('Kunne ikke slette motortype'))[0])
})

test('a list that cannot be read says why, and can be read again', async (t) => {
  const answers = [refuseWith(503, { error: 'Systemet er ikke tilgjengelig akkurat nå.' })]
  const { user } = show(t, <ManufacturersScreen />, {
    ...api,
    '/api/manufacturers': ((call) =>
      answers.shift()?.(call) ??
      Response.json({ success: true, data: manufacturers })) as Answering,
  })
  t.ok(await screen.findByText('Systemet er ikke tilgjengelig akkurat nå.'))
  await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
  t.ok(await screen.findByRole('gridcell', { name: 'SICK' }))
})
