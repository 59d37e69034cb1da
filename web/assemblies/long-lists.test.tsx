import { show, screen, until } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { test } from 'tap'
import { AssembliesScreen } from './assemblies-screen.tsx'
import { anAssembly } from './testing/examples.ts'

const line = anAssembly(1, { name: 'Linje' })
const frame = anAssembly(2, { name: 'Ramme' })
const pageOf = (rows: unknown[], total: number) => () =>
  Response.json({ success: true, data: rows }, { headers: { 'x-total-count': `${total}` } })

test('a very long list is searched, filtered, sorted and paged by the server', async (t) => {
  const page = 'sort=name&order=asc&limit=200&offset=0'
  const first = Array.from({ length: 200 }, (_, index) => anAssembly(index + 1))
  const { user, sent } = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': pageOf([], 70_000),
    '/api/assemblytypes/values/type': ['Linje', 'Modul'],
    [`/api/assemblytypes?${page}`]: pageOf(first, 70_000),
    [`/api/assemblytypes?type=Modul&${page}`]: pageOf([frame, anAssembly(3)], 2),
    [`/api/assemblytypes?type=Modul&q=ramme&${page}`]: pageOf([frame], 1),
    [`/api/assemblytypes?type=Modul&q=ramme&${page.replace('asc', 'desc')}`]: pageOf([frame], 1),
    '/api/assemblytypes/2': { ...frame, description: 'Den nyeste' },
  })
  t.ok(await screen.findByText(/^Viser 70.000 av 70.000 sammenstillinger$/))
  await user.selectOptions(await screen.findByLabelText('Type'), 'Modul')
  t.ok(await screen.findByText(/^Viser 2 av 70.000 sammenstillinger$/))
  await user.type(screen.getByPlaceholderText('Søk sammenstillinger...'), 'ramme')
  t.ok(await screen.findByText(/^Viser 1 av 70.000 sammenstillinger$/))
  await user.click(screen.getByRole('button', { name: /^Navn/ }))
  await until(() => sent.some(({ path }) => path.includes('order=desc')))
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Ramme' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rediger' }))
  t.ok(await screen.findByDisplayValue('Den nyeste'), 'a dialog shows the newest')
})

test('a very long catalogue is searched by the server, and picked items are kept', async (t) => {
  const [screw, nut] = [
    { id: 1, description: 'Skrue' },
    { id: 2, description: 'Mutter' },
  ]
  const page = '/api/componenttypes?sort=description&order=asc&limit=200&offset=0'
  const shown = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': [line],
    '/api/componenttypes': pageOf([], 1_000_000),
    [page]: pageOf([screw, nut], 1_000_000),
    [page.replace('?', '?q=Mutter&')]: pageOf([nut], 1),
    '/api/assemblytypes/1/components': [],
    '/api/motortypes': [],
    '/api/assemblytypes/1/motors': [],
    'POST /api/assemblytypes/1/lines': { id: 1, made: [] },
  })
  const { user, sent } = shown
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Linje' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Administrer' }))
  await user.click(await screen.findByRole('button', { name: 'Legg til komponent' }))
  await user.click(await screen.findByRole('option', { name: 'Skrue' }))
  t.ok(screen.getByText(/Søk for å finne flere/))
  await user.type(screen.getByPlaceholderText('Søk komponenter...'), 'Mutter')
  await until(() => screen.queryAllByRole('option').length === 1)
  await user.click(screen.getByRole('option', { name: 'Mutter' }))
  await user.click(screen.getByRole('radio', { name: 'Motorer' }))
  t.ok(screen.getByPlaceholderText<HTMLInputElement>('Søk motorer...').value === '')
  await user.click(screen.getByRole('button', { name: 'Legg til 2' }))
  t.ok(await screen.findByText('Skrue og Mutter'))
  t.ok(screen.getByRole('tab', { name: 'Motorer', selected: true }), 'what was looked through')
  t.equal(sent.filter(({ method }) => method === 'POST').length, 1)
})

test('nothing is picked of an earlier search, nor said to be missing by it', async (t) => {
  const page = '/api/componenttypes?sort=description&order=asc&limit=200&offset=0'
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user, sent } = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': [line],
    '/api/componenttypes': pageOf([], 1_000_000),
    [page]: pageOf([{ id: 1, description: 'Skrue' }], 1_000_000),
    [page.replace('?', '?q=tull&')]: pageOf([], 0),
    [page.replace('?', '?q=tull+M&')]: () => promise,
    '/api/assemblytypes/1/components': [],
  })
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Linje' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Administrer' }))
  await user.click(await screen.findByRole('button', { name: 'Legg til komponent' }))
  const option = await screen.findByRole('option', { name: 'Skrue' })
  const search = screen.getByPlaceholderText('Søk komponenter...')
  await user.type(search, 'tull')
  t.ok(option.closest('[inert]'))
  await screen.findByText('Ingen komponenter matcher søket')
  await user.type(search, ' M')
  await until(() => sent.some(({ path }) => path.includes('tull+M')))
  t.ok(await screen.findByText('Laster komponenter...'))
  resolve(pageOf([{ id: 2, description: 'Tullmutter' }], 1)())
  t.notOk((await screen.findByRole('option', { name: 'Tullmutter' })).closest('[inert]'))
})

test('a list that an earlier search emptied is not said to be empty', async (t) => {
  const page = '/api/assemblytypes?q=tull&sort=name&order=asc&limit=200&offset=0'
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user, sent } = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': pageOf([], 70_000),
    [page.replace('q=tull&', '')]: pageOf([line], 70_000),
    [page]: pageOf([], 0),
    [page.replace('tull', 'tu')]: () => promise,
  })
  await screen.findByRole('article', { name: 'Linje' })
  const search = screen.getByPlaceholderText('Søk sammenstillinger...')
  await user.type(search, 'tull')
  await screen.findByText('Ingen sammenstillinger matcher søket')
  await user.type(search, '{Backspace}{Backspace}')
  await until(() => sent.some(({ path }) => path.includes('q=tu&')))
  t.equal(screen.queryByText('Ingen sammenstillinger matcher søket'), null)
  resolve(pageOf([frame], 1)())
  t.ok(await screen.findByRole('article', { name: 'Ramme' }))
})
