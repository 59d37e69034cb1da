import { test } from 'tap'
import { Router } from 'wouter'
import { screen, show, until, within, type Api } from '../testing/screen.tsx'
import { SearchButton, usePalette } from './search-button.tsx'

const hit = { number: null, field: null, text: null, match: 'words', marks: ['band'] }
const hits = [
  { ...hit, entity: 'componenttypes', id: 17, title: 'Kjørebånd', number: 'K-17' },
  {
    ...hit,
    entity: 'assemblytypes',
    id: 3,
    title: 'Båndtransportør',
    field: 'description',
    text: 'Bånd',
  },
]
const meant = {
  ...hits[0],
  title: 'Treskrue',
  number: 'K 1-7',
  match: 'similar',
  marks: ['skrue', 'k17'],
}
const api: Api = {
  '/api/search?q=b%C3%A5nd': hits,
  '/api/search?q=skrve+k17': [meant],
  '/api/search?q=xyz': [],
  '/api/search?q=b%C3%A5nd&entity=assemblytypes': [hits[1]],
}

const Shell = () => {
  const { open, palette } = usePalette()
  return (
    <Router>
      <input aria-label="Felt" />
      <SearchButton onClick={open} />
      {palette}
    </Router>
  )
}
const field = () => screen.findByRole('combobox', { name: 'Søk i alt' })
const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('Ctrl+K and / open it, but / in a field is a letter; Escape and Back close it', async (t) => {
  const { user } = show(t, <Shell />, api)
  const input = screen.getByLabelText('Felt')
  await user.type(input, 'a/b')
  t.equal((input as HTMLInputElement).value, 'a/b')
  t.equal(screen.queryByRole('dialog'), null)
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await user.keyboard('{Escape}')
  await until(() => screen.queryByRole('dialog') === null)
  input.blur()
  await user.keyboard('/')
  const search = await field()
  await until(() => document.activeElement === search && history.state !== null)
  history.back()
  await until(() => screen.queryByRole('dialog') === null)
})

test('hits are highlighted links; Enter follows one, and it comes first the next time', async (t) => {
  const { user } = show(t, <Shell />, api)
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await user.type(await field(), 'bånd')
  const [first] = await screen.findAllByRole('option', { name: /Kjørebånd/ })
  t.match(first?.getAttribute('href'), '/components/17')
  t.equal(within(first!).getByText('bånd').tagName, 'MARK')
  t.same(optionNames(), [
    'KjørebåndKomponent · K-17',
    'BåndtransportørSammenstilling · Beskrivelse: Bånd',
    'Vis stykkliste for BåndtransportørHandling',
  ])
  await user.keyboard('{Enter}')
  await until(() => location.pathname === '/components/17')
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await field()
  t.equal(optionNames()[0], 'KjørebåndKomponent · K-17')
})

test('actions need permission, and are found by their words', async (t) => {
  const { user } = show(t, <Shell />, api)
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await user.type(await field(), 'komponent ny')
  await until(() => optionNames().join() === 'Ny komponentHandling')
  await user.keyboard('{Enter}')
  await until(() => decodeURIComponent(location.search) === '?gjør=ny')
  t.equal(location.pathname, '/components')
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await field()
  t.equal(optionNames()[0], 'Ny komponentHandling')
  await user.type(await field(), 'opprett')
  await until(
    () =>
      optionNames().length > 1 && optionNames().every((name) => /^Ny(tt)? .*Handling$/.test(name)),
  )
})

test('a reader sees no editing actions, and is told if there are no hits', async (t) => {
  const { user } = show(t, <Shell />, api, 'leser')
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await field()
  t.same(optionNames(), [])
  await user.type(await field(), 'xyz')
  await screen.findByText('Ingen treff')
  await user.clear(await field())
  await user.type(await field(), 'vis stykkliste for bånd')
  await until(() => optionNames().join() === 'Vis stykkliste for BåndtransportørHandling')
})

test('Enter opens no hit of an earlier search, however late the answer', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user } = show(t, <Shell />, { ...api, '/api/search?q=skrve+k17': () => promise })
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await user.type(await field(), 'bånd')
  await screen.findByRole('option', { name: /Kjørebånd/ })
  await user.clear(await field())
  await user.type(await field(), 'skrve k17')
  await screen.findByText('Søker...')
  await user.keyboard('{Enter}')
  t.equal(location.pathname, '/')
  resolve(Response.json({ success: true, data: [meant] }))
  await until(() => optionNames().join() === 'TreskrueKomponent · K 1-7')
  await user.keyboard('{Enter}')
  await until(() => location.pathname === '/components/17')
})

test('a corrected search term is highlighted', async (t) => {
  const { user } = show(t, <Shell />, api)
  await user.click(screen.getByRole('button', { name: 'Søk i alt' }))
  await user.type(await field(), 'skrve k17')
  const option = await screen.findByRole('option', { name: /Treskrue/ })
  t.equal(within(option).getByText('skrue').tagName, 'MARK')
  t.equal(within(option).getByText('K 1-7').tagName, 'MARK')
})
