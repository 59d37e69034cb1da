import { act, show, screen, until, within, type Answering, type Api } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { test } from 'tap'
import { keepDraft, readDraft } from '../lib/drafts.ts'
import { AssembliesScreen } from './assemblies-screen.tsx'
import { aDetail, anAssembly, aPick, aUse } from './testing/examples.ts'

const bolts = Array.from({ length: 7 }, (_, index) =>
  aDetail(index + 1, { description: `Skrue M${index + 3}`, quantity: index + 1 }),
)
const { bomDetails, bomSummary } = anAssembly(0)
const line = anAssembly(1, {
  name: 'Linje',
  description: 'Transport',
  type: 'Linje',
  bomDetails: { ...bomDetails, subassemblies: [aDetail(2, { description: 'Ramme' })] },
  bomSummary: { ...bomSummary, totalSubassemblies: 1 },
})
const frame = anAssembly(2, {
  name: 'Ramme',
  drawingNumber: 'T-77',
  bomDetails: { ...bomDetails, components: bolts },
  bomSummary: { ...bomSummary, totalComponents: 7 },
})
const api: Api = { '/api/assemblytypes': [line, frame, anAssembly(3, { name: 'Åk' })] }

const done: Answering = ({ method }) =>
  Response.json(
    { success: true, data: { id: 1, name: 'Linje 2' } },
    { status: method === 'POST' ? 201 : 200 },
  )

const card = (name: string) => screen.findByRole('article', { name })
const openMenu = async ({ user }: ReturnType<typeof show>, name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `Handlinger for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('the list shows a text and a way back when a search finds nothing', async (t) => {
  const { user } = show(t, <AssembliesScreen />, api)
  t.ok(await screen.findByText('Viser 3 av 3 sammenstillinger'))
  await user.type(screen.getByPlaceholderText('Søk sammenstillinger...'), 't-77')
  t.ok(await screen.findByText('Viser 1 av 3 sammenstillinger'))
  await user.type(screen.getByPlaceholderText('Søk sammenstillinger...'), 'x')
  t.ok(await screen.findByText('Ingen sammenstillinger matcher søket'))
  await user.click(screen.getByRole('button', { name: 'Tøm søk' }))
  t.ok(await screen.findByText('Viser 3 av 3 sammenstillinger'))
})

test('a card shows five items of a kind, and the rest on demand', async (t) => {
  const { user } = show(t, <AssembliesScreen />, api)
  const ramme = within(await card('Ramme'))
  t.equal(ramme.queryByText('Skrue M8'), null)
  await user.click(ramme.getByRole('button', { name: 'Vis 2 til' }))
  t.ok(ramme.getByText('Skrue M9'))
  await user.click(ramme.getByRole('button', { name: 'Vis færre' }))
  t.equal(ramme.queryByText('Skrue M9'), null)
  t.ok(within(await card('Åk')).getByText('Ingen komponenter lagt til'))
})

test('the accessible name of an image button includes its visible text', async (t) => {
  const pictured = anAssembly(4, { name: 'Portal', image: '/objects/uploads/portal.png' })
  show(t, <AssembliesScreen />, { '/api/assemblytypes': [pictured] })
  const names = (name: string) => name.includes('Laster...') && name.includes('Vis bilde av Portal')
  t.ok(within(await card('Portal')).getByRole('button', { name: names }))
})

test('deleting asks for confirmation with the name and what is deleted with it', async (t) => {
  const asked: string[] = []
  globalThis.confirm = (question) => {
    asked.push(question!)
    return true
  }
  const shown = show(t, <AssembliesScreen />, { ...api, '/api/assemblytypes/1': done })
  await openMenu(shown, 'Linje', 'Slett')
  t.ok(await screen.findByText('Sammenstilling slettet'))
  const [question] = asked
  t.match(question, /^Er du sikker på at du vil slette sammenstillingen "Linje"\? Dette vil/)
  t.match(question, / også fjerne alle tilknyttede komponenter, motorer.* og \S+\.$/)
  const sent = shown.sent.find(({ method }) => method === 'DELETE')
  t.equal(sent?.path, '/api/assemblytypes/1')
  t.ok(sent?.headers.get('idempotency-key'), 'a second try of it does nothing more')
})

test('a reader sees no actions that change data', async (t) => {
  const { user } = show(t, <AssembliesScreen />, api, 'leser')
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Linje' }))
  const items = await screen.findAllByRole('menuitem')
  t.same(
    items.map(({ textContent }) => textContent),
    ['Administrer', 'Vis stykkliste', 'Brukes i', 'Sammenlign'],
  )
  t.equal(screen.queryByRole('button', { name: 'Legg til sammenstilling' }), null)
})

const components = [
  { id: 1, description: 'Skrue' },
  { id: 2, description: 'Mutter' },
  { id: 3, description: 'Skive' },
]
const linked = [
  { id: 3, componentId: 3, quantity: 4, notes: null, sortOrder: 0, component: components[2] },
]

test('several unlinked components can be picked at once with quantities, also after a crash', async (t) => {
  const shown = show(t, <AssembliesScreen />, {
    ...api,
    '/api/componenttypes': components,
    '/api/assemblytypes/1/components': linked,
    'POST /api/assemblytypes/1/lines': done,
  })
  const { user, sent } = shown
  keepDraft('kari.picked/1', {
    rows: [aPick(2, 'Mutter', '3'), aPick(3, 'Skive', null)],
    quantity: '12',
  })
  await openMenu(shown, 'Linje', 'Administrer')
  await user.click(await screen.findByRole('button', { name: 'Legg til komponent' }))
  const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  await until(() => names().join() === 'Skrue,Mutter')
  t.equal(screen.getByRole<HTMLButtonElement>('button', { name: 'Legg til' }).disabled, true)
  await user.click(screen.getByRole('button', { name: 'Hent det' }))
  await user.click(screen.getByRole('option', { name: 'Skrue' }))
  await user.keyboard('{Escape}')
  t.ok(await screen.findByText('Det du har valgt, er ikke lagt til.'))
  await user.click(screen.getByRole('button', { name: 'Fortsett å redigere' }))
  t.equal(screen.getByLabelText<HTMLInputElement>('Antall').value, '12')
  await user.type(screen.getByLabelText(/^Mutter/), '{Enter}5')
  await user.keyboard('{Enter}')
  t.ok(await screen.findByText('Komponent lagt til'), 'Enter leads through the quantities')
  await until(() => readDraft('kari.picked/1') === undefined)
  const lines = [
    { kind: 'component', itemId: 2, quantity: 3 },
    { kind: 'component', itemId: 1, quantity: 5 },
  ]
  t.same(sent.find(({ method }) => method === 'POST')!.body, { lines }, 'by one command')
  await until(() => sent.filter(({ path }) => path === '/api/assemblytypes').length > 1)
})

test('a quantity is edited inline; an invalid one stays in its field, and a draft is offered after a crash', async (t) => {
  const shown = show(t, <AssembliesScreen />, {
    ...api,
    '/api/assemblytypes/1/components': linked,
    'PUT /api/assemblytypes/1/components/3': done,
  })
  const { user, sent } = shown
  keepDraft('kari./api/assemblytypes/1/components/3/notes', { typed: 'Halvt notat' })
  await openMenu(shown, 'Linje', 'Administrer')
  await user.click(await screen.findByRole('button', { name: 'Hent det' }))
  t.equal((await screen.findByLabelText<HTMLInputElement>('Notat')).value, 'Halvt notat')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /Endre antall for / }))
  await user.clear(screen.getByLabelText('Antall'))
  await user.type(screen.getByLabelText('Antall'), '0{Enter}')
  t.ok(await screen.findByText('Antall må være et helt tall fra 1 til 1 000 000'))
  t.equal(screen.getByLabelText<HTMLInputElement>('Antall').value, '0')
  await user.clear(screen.getByLabelText('Antall'))
  await user.type(screen.getByLabelText('Antall'), '9')
  act(() => history.back())
  await until(() => sent.some(({ method }) => method === 'PUT'))
  t.same(sent.find(({ method }) => method === 'PUT')?.body, { quantity: 9 })
})

test('a candidate that would make a cycle shows the cycle; a refusal shows the server’s text', async (t) => {
  const refusal = 'Koblingen ville gitt en sirkel: Ramme → Åk → Ramme'
  const shown = show(t, <AssembliesScreen />, {
    ...api,
    '/api/assemblytypes/2/components': [],
    '/api/assemblytypes/2/subassemblies': [],
    '/api/assemblytypes/2/where-used': [aUse(1, 'Linje')],
    'POST /api/assemblytypes/2/lines': () =>
      Response.json({ success: false, code: 'CYCLE', error: refusal }, { status: 409 }),
  })
  const { user } = shown
  await openMenu(shown, 'Ramme', 'Administrer')
  await user.click(await screen.findByRole('tab', { name: 'Underenheter' }))
  t.ok(screen.getByText('Systemet forhindrer sirkulære avhengigheter automatisk.'))
  await user.click(await screen.findByRole('button', { name: 'Legg til underenhet' }))
  const [barred, open] = await screen.findAllByRole('option')
  t.match(barred?.textContent, /Linje.*Ville gitt en sirkel: Linje → Ramme → Linje/)
  t.equal(barred?.getAttribute('aria-disabled'), 'true')
  await user.click(barred!)
  t.equal(barred?.getAttribute('aria-selected'), 'false')
  await user.click(open!)
  await user.click(screen.getByRole('button', { name: 'Legg til' }))
  t.ok(await screen.findByText(refusal))
})

test('an attribute needs description and value; the rest is left out when empty', async (t) => {
  const shown = show(t, <AssembliesScreen />, {
    ...api,
    '/api/assemblytypes/1/components': [],
    '/api/assemblytypes/1/attributes': [],
    'POST /api/assemblytypes/1/attributes': done,
  })
  const { user, sent } = shown
  await openMenu(shown, 'Linje', 'Administrer')
  await user.click(await screen.findByRole('tab', { name: 'Attributter' }))
  t.ok(await screen.findByText('Ingen attributter definert ennå'))
  await user.click(screen.getByRole('button', { name: 'Legg til attributt' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Legg til attributt' }))
  const submit = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Legg til attributt' })
  await user.type(dialog.getByLabelText(/^Beskrivelse/), ' Lengde ')
  t.equal(submit().disabled, true)
  await user.type(dialog.getByLabelText(/^Verdi/), '20')
  await user.click(submit())
  t.ok(await screen.findByText('Attributtet ble lagt til sammenstillingen'))
  t.same(sent.find(({ method }) => method === 'POST')?.body, {
    description: 'Lengde',
    value: '20',
    editable: true,
  })
})

test('a signal needs a name, and is kept as long as the screen', async (t) => {
  const shown = show(t, <AssembliesScreen />, { ...api, '/api/assemblytypes/1/components': [] })
  const { user } = shown
  const openSignals = async () => {
    await openMenu(shown, 'Linje', 'Administrer')
    await user.click(await screen.findByRole('tab', { name: 'Signaler' }))
  }
  await openSignals()
  t.ok(screen.getByText('Ingen signaler lagt til'))
  const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Legg til signal' })
  await user.type(screen.getByLabelText(/^Navn/), ' ')
  t.equal(add().disabled, true)
  await user.type(screen.getByLabelText(/^Navn/), 'Start{Tab}')
  await user.selectOptions(screen.getByLabelText('Retning'), 'Utgang')
  await user.type(screen.getByLabelText('Notater'), 'På dør')
  await user.click(add())
  t.ok(await screen.findByText('Signal lagt til'))
  t.equal(add().disabled, true, 'empty again for the next')
  await user.click(screen.getByRole('button', { name: 'Lukk' }))
  await openSignals()
  t.match(screen.getAllByRole('listitem').at(-1)?.textContent, /StartUtgangDigitalPå dør/)
  await user.click(screen.getByRole('button', { name: 'Fjern Start' }))
  t.ok(await screen.findByText('Signal fjernet'))
  t.ok(screen.getByText('Ingen signaler lagt til'))
})

test('a clone form is prefilled and needs a name, and the toast shows the new name', async (t) => {
  const shown = show(t, <AssembliesScreen />, { ...api, '/api/assemblytypes/1/clone': done })
  const { user, sent } = shown
  await openMenu(shown, 'Linje', 'Klone sammenstilling')
  const name = await screen.findByLabelText<HTMLInputElement>(/Navn på ny sammenstilling/)
  t.equal(name.value, 'Linje - Kopi')
  t.equal(
    screen.getByLabelText<HTMLTextAreaElement>('Beskrivelse (valgfri)').value,
    'Kopi av Transport',
  )
  await user.clear(name)
  await user.tab()
  t.ok((await screen.findAllByText('Navn er påkrevd')).length > 0)
  await user.type(name, ' Linje 2 ')
  await user.click(screen.getByRole('button', { name: 'Klone sammenstilling' }))
  t.ok(await screen.findByText('"Linje 2" ble opprettet som en kopi av "Linje"'))
  t.same(sent.find(({ method }) => method === 'POST')?.body, {
    name: 'Linje 2',
    description: 'Kopi av Transport',
  })
})
