import { act, show, screen, until, within, type Api } from '../../testing/screen.tsx'
import { test } from 'tap'
import { bomViews } from '#contracts/assembly/bom.ts'
import { aLine, anAssembly, anItem, aSummary } from '../testing/examples.ts'
import { BomDialog } from './bom-dialog.tsx'
import { views } from './views.tsx'

const down = () => Response.json({ success: false, error: 'Nede' }, { status: 503 })
const allDown = new Proxy<Api>({}, { get: () => down })

const line = anAssembly(1, { name: 'Linje' })
const summary = aSummary({
  totalComponents: '12345678901234567890',
  totalMotors: 2,
  uniqueComponents: 3,
  uniqueMotors: 1,
  maxDepth: 4,
  warnings: ['Mangler pris: Skrue'],
})
const items = [
  anItem('Skrue', {
    itemId: 1,
    type: 'Festemiddel',
    supplierName: 'Ahlsell',
    totalQuantity: 56,
    level: 2,
  }),
  anItem('Motor', { itemId: 2, itemType: 'motor', supplierArticlenumber: 'DRN80', notes: 'IE3' }),
]
const bom =
  (over = {}) =>
  () =>
    Response.json({ success: true, items, summary: { ...summary, ...over } })
const unpriced = { reason: 'NO_PRICE', explanation: 'Mangler kostpris' }
const cost = {
  id: 1,
  name: 'Linje',
  totals: [
    { currency: 'NOK', cost: 1234.5, sales: 1500 },
    { currency: 'EUR', cost: 20, sales: 28 },
  ],
  complete: false,
  missingCount: 1,
  unitMismatchCount: 0,
  missing: [{ ...items[0], totalQuantity: 56, ...unpriced }],
  lines: [
    { ...items[0], quantity: 56, each: [], totals: [], complete: false, ...unpriced },
    {
      ...items[1],
      quantity: 3,
      each: [{ currency: 'EUR', cost: 6.6667, sales: 9 }],
      totals: [{ currency: 'EUR', cost: 20.0001, sales: 27 }],
      complete: true,
      reason: null,
      explanation: null,
    },
    {
      ...anItem('Ramme', { itemType: 'assembly', itemId: 2 }),
      quantity: 1,
      each: [{ currency: 'NOK', cost: 0.105, sales: 1 }],
      totals: [{ currency: 'NOK', cost: 0.105, sales: 1 }],
      complete: false,
      reason: 'CONTENTS',
      explanation: 'Noe i den er ikke med i summen',
    },
  ],
}
const api: Api = {
  '/api/assemblytypes/1/bom': bom(),
  '/api/assemblytypes/1/cost?view=flat': cost,
  '/api/assemblytypes/1/cost?view=direct': cost,
}
const open = (t: Parameters<typeof show>[0], answers: Api = api) =>
  show(t, <BomDialog assembly={line} onClose={() => undefined} />, answers)

const plain = (text: string | null | undefined) => text?.replaceAll(/[\s\u00a0]+/g, ' ')

test('each line of the flat list shows the item and its total quantity', async (t) => {
  const { user } = open(t)
  const rows = await screen.findAllByRole('listitem')
  t.match(plain(rows[0]?.textContent), /Motor.*Motor.*DRN80.*IE3.*1 stk/)
  t.match(plain(rows[1]?.textContent), /Skrue.*Komponent.*Nivå 2.*Festemiddel.*Ahlsell.*56 stk/)
  t.notMatch(rows[0]?.textContent, /Nivå/)
  await user.selectOptions(screen.getByLabelText('Sorter etter'), 'Type')
  t.match((await screen.findAllByRole('listitem'))[0]?.textContent, /Skrue/)
})

test('the cost per currency is below the list, and items without price are marked', async (t) => {
  open(t)
  t.equal(plain((await screen.findByText(/1.234,50.kr/)).textContent), '1 234,50 kr + 20,00 EUR')
  t.ok(screen.getByText('1 del mangler kostpris'))
  const [motor, screw] = await screen.findAllByRole('listitem')
  t.match(plain(motor?.textContent), /Kostpris à 6,67 EUR.*Sum 20,00 EUR/)
  t.ok(within(screw!).getByText('Mangler pris'))
  t.notMatch(screw?.textContent, /Sum/)
})

test('a part that costs nothing has a cost of zero, as in the tree', async (t) => {
  const free = { ...cost.lines[1], each: [], totals: [] }
  open(t, { ...api, '/api/assemblytypes/1/cost?view=flat': { ...cost, lines: [free] } })
  await screen.findByText(/1.234,50.kr/)
  const [motor] = await screen.findAllByRole('listitem')
  t.match(plain(motor?.textContent), /Kostpris à 0,00 kr.*Sum 0,00 kr/)
})

test('a part that costs less than an øre is not shown as free', async (t) => {
  const each = [{ currency: 'NOK', cost: 0.004, sales: 0.008 }]
  const small = { ...cost.lines[1], each, totals: [{ currency: 'NOK', cost: 4, sales: 8 }] }
  open(t, { ...api, '/api/assemblytypes/1/cost?view=flat': { ...cost, lines: [small] } })
  await screen.findByText(/1.234,50.kr/)
  const [motor] = await screen.findAllByRole('listitem')
  t.match(plain(motor?.textContent), /Kostpris à 0,004 kr.*Sum 4,00 kr/)
})

test('a price in a unit that cannot be converted is explained beside the sum', async (t) => {
  const explanation = 'Telles i m, men prisen gjelder stk: det kan ikke regnes om'
  const [screw, ...lines] = cost.lines
  const mismatched = {
    ...cost,
    unitMismatchCount: 1,
    lines: [{ ...screw, reason: 'UNIT_MISMATCH', explanation }, ...lines],
  }
  const { user } = open(t, {
    ...treeApi,
    '/api/assemblytypes/1/cost?view=flat': mismatched,
    '/api/assemblytypes/1/cost?view=direct': { ...mismatched, missingCount: 3 },
  })
  const row = (await screen.findAllByRole('listitem'))[1]!
  t.ok(await within(row).findByText('Ulike enheter'))
  t.ok(within(row).getByText(explanation))
  t.ok(screen.getByText('1 del har pris i en enhet som ikke kan regnes om'))
  await user.click(screen.getByRole('tab', { name: 'Sammendrag' }))
  t.ok(await screen.findByText(explanation))
  t.match(
    plain(screen.getByText(/Ikke alt er med/).textContent),
    'Ikke alt er med i summene: 2 deler mangler kostpris, og 1 del har pris i en enhet som ikke kan regnes om.',
  )
})

test('each row of the tree shows the exact cost of its contents', async (t) => {
  const { user } = open(t, treeApi)
  await user.click(screen.getByRole('tab', { name: 'Hierarki' }))
  const frame = await screen.findByRole('row', { name: /Ramme/ })
  t.match(plain(frame.textContent), /Ramme.*Mangler priser.*1 ?000 ?stk.*105,00 kr/)
  t.ok(screen.getByText('1 del mangler kostpris'))
})

test('a stykkliste shows why its costs could not be read', async (t) => {
  open(t, { ...api, '/api/assemblytypes/1/cost?view=flat': down })
  t.ok(await screen.findByText('Kunne ikke hente kostnader: Nede'))
  t.equal(screen.getAllByRole('listitem').length, 2)
})

test('an empty stykkliste says so', async (t) => {
  const empty = () => Response.json({ success: true, items: [], summary })
  open(t, { ...api, '/api/assemblytypes/1/bom': empty })
  t.ok(await screen.findByText('Ingen elementer i stykklisten'))
})

test('reading a stykkliste is retried once before the error is shown', async (t) => {
  const { sent } = open(t, { ...api, '/api/assemblytypes/1/bom': down })
  t.ok(screen.getByText('Genererer stykkliste...'))
  t.ok(await screen.findByText('Feil ved lasting av stykkliste'))
  t.ok(screen.getByText('Nede'))
  t.equal(sent.filter(({ path }) => path.endsWith('/bom')).length, 2)
})

for (const view of bomViews)
  test(`a tab says that it loads, and then what failed: ${view}`, async (t) => {
    const { Tab } = views[view]
    show(t, <Tab assemblyId={1} />, allDown)
    t.ok(screen.getAllByText(/\.\.\.$/).length)
    t.ok((await screen.findAllByText('Nede')).length)
  })

test('the summary counts exactly, and shows a red warning about a cycle', async (t) => {
  const circular = bom({ hasCircularDependency: true, validationErrors: ['A → B → A'] })
  const { user } = open(t, { ...api, '/api/assemblytypes/1/bom': circular })
  await user.click(screen.getByRole('tab', { name: 'Sammendrag' }))
  t.ok(await screen.findByText('Sirkulær avhengighet oppdaget!'))
  t.equal(plain(screen.getByText(/^12.345/).textContent), '12 345 678 901 234 567 890')
  for (const text of ['Feil', 'A → B → A', 'Advarsler', 'Mangler pris: Skrue'])
    t.ok(screen.getByText(text), text)
})

test('the shares of a cost are written as the cost beside them', async (t) => {
  const rest = { complete: true, reasons: [], id: null }
  const totals = (cost: number) => [{ currency: 'NOK', cost, sales: cost }]
  const shares = {
    totals: totals(3.015),
    complete: true,
    reasons: [],
    byKind: [
      { ...rest, name: 'Komponent', totals: totals(1.0051) },
      { ...rest, name: 'Motor', totals: totals(2.0099) },
    ],
    bySupplier: [],
    bySubassembly: [],
  }
  const { user } = open(t, { ...api, '/api/assemblytypes/1/cost/shares': shares })
  await user.click(screen.getByRole('tab', { name: 'Sammendrag' }))
  const table = within(await screen.findByRole('table', { name: /^Type/ }))
  t.same(
    table.getAllByText(/^\d.*kr$/).map(({ textContent }) => plain(textContent)),
    ['2,01 kr', '1,01 kr', '3,02 kr'],
  )
})

const tree = [
  aLine('Ramme', { itemType: 'assembly', itemId: 2, node: '2', lines: 1, totalQuantity: 1_000 }),
  aLine('Skrue', { level: 2, totalQuantity: 8 }),
  aLine('Stor', { itemType: 'assembly', itemId: 3, node: '3', lines: '9'.repeat(20) }),
]
const hierarchy = '/api/assemblytypes/1/bom/hierarchy'
const treeApi: Api = {
  ...api,
  [hierarchy]: () =>
    Response.json({ success: true, items: tree, truncated: true, notice: 'Her vises nivå 1.' }),
  [`${hierarchy}?parent=3`]: () =>
    Response.json({ success: true, items: [aLine('Dyp', { level: 2 })], truncated: false }),
}
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('p')?.textContent)

test('the tree can be used with the keyboard, and announces levels', async (t) => {
  const { user } = open(t, treeApi)
  await user.click(screen.getByRole('tab', { name: 'Hierarki' }))
  await until(() => screen.queryAllByRole('row').length === 3)
  const first = screen.getAllByRole('row')[1]!
  act(() => first.focus())
  await user.keyboard('{ArrowRight}')
  t.equal(screen.getAllByRole('row').length, 4)
  await user.keyboard('{ArrowRight}')
  t.match(document.activeElement?.textContent, /Skrue/)
  t.equal(document.activeElement?.getAttribute('aria-level'), '2')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  t.equal(screen.getAllByRole('row').length, 3)
  t.equal(screen.getAllByRole('row')[1]?.getAttribute('aria-expanded'), 'false')
})

test('a tree that is too large says so, and loads deeper levels on demand', async (t) => {
  const { user, sent } = open(t, treeApi)
  await user.click(screen.getByRole('tab', { name: 'Hierarki' }))
  t.ok(await screen.findByText('Her vises nivå 1.'))
  await user.click(screen.getByRole('button', { name: 'Utvid Stor' }))
  await until(() => titles().some((title) => title?.includes('Dyp')))
  t.equal(sent.filter(({ path }) => path.includes('?parent=3')).length, 1)
  await user.click(screen.getByRole('button', { name: 'Lukk alle' }))
  t.equal(titles().length, 2)
})
