import { act, screen, show, until, within } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { test } from 'tap'
import type { PurchaseLine, Purchasing } from '#contracts/purchasing/answer.ts'
import { AssembliesScreen } from '../assemblies/assemblies-screen.tsx'
import { anAssembly } from '../assemblies/testing/examples.ts'
import { draftOf } from './mail.ts'
import { groupsOf } from './order.ts'
import { PurchasingScreen } from './purchasing-screen.tsx'

const aLine = (itemId: number, over: Partial<PurchaseLine> = {}): PurchaseLine => ({
  itemType: 'component',
  itemId,
  description: `Del ${itemId}`,
  type: null,
  supplierArticlenumber: null,
  itoArticlenumber: null,
  electricalNumber: null,
  quantity: 1,
  unit: 'stk',
  price: { amount: 10, currency: 'NOK', unit: 'stk' },
  alternative: null,
  coming: null,
  sum: 10,
  reason: null,
  explanation: null,
  ...over,
})
const supplier = { id: 7, name: 'Kabel AS', orderEmail: 'a&b@kabel.no', website: '' }
const unpriced = { price: null, sum: null, reason: 'NO_PRICE', explanation: 'Mangler kostpris' }
const alternative = {
  supplier: { id: 8, name: 'Rør AS' },
  supplierArticlenumber: 'R-1',
  price: { amount: 9.5, currency: 'NOK', unit: 'stk' },
  minimumOrder: 100,
  leadTime: 21,
} as const
const list: Purchasing = {
  assemblies: [{ id: 1, name: 'Linje', times: 2 }],
  purchases: [
    { supplier: null, lines: [aLine(1)], totals: [{ currency: 'NOK', cost: 10 }], complete: true },
    {
      supplier,
      lines: [
        aLine(2, { description: 'Å', quantity: 20, sum: 300, alternative }),
        aLine(3, { description: 'B', quantity: 5 }),
        aLine(4, { description: 'Z', ...(unpriced as Partial<PurchaseLine>) }),
      ],
      totals: [{ currency: 'NOK', cost: 310 }],
      complete: false,
    },
  ],
  totals: [{ currency: 'NOK', cost: 320 }],
  complete: false,
  missing: { supplier: 1, price: 1, unit: 0 },
}
const plain = (text: string | null | undefined) => text?.replaceAll(/[\s\u00a0]+/g, ' ')

test('the list shows what is missing, and its address has quantities and view', async (t) => {
  const api = {
    '/api/purchasing?assembly=1%3A2': list,
    '/api/purchasing?assembly=1%3A25': list,
    '/api/assemblytypes': [],
  }
  const { user, sent } = show(t, <PurchasingScreen />, api)
  t.ok(screen.getByText('Ingen sammenstillinger valgt'))
  act(() => history.pushState(null, '', '/innkjop?assembly=1:2'))
  t.ok(await screen.findByText('1 del mangler leverandør · 1 del mangler kostpris'))
  t.equal(
    plain(screen.getByText(/^Billigste andre/).textContent),
    'Billigste andre: Rør AS, 9,50 kr per stk · minst 100 · 21 dager',
  )
  const inText = screen.getByRole('link', { name: 'Rør AS' })
  t.match(inText.className, /(^| )underline/, 'not by its colour alone')
  const own = screen.getByRole('region', { name: 'Kabel AS' })
  t.match(plain(own.textContent), /Z ?Mangler pris.*B.*Å.*20 stk.*300,00 kr.*Sum NOK.*310,00 kr/)
  const times = screen.getByLabelText('Antall av Linje')
  await user.type(times, '5')
  await until(() => sent.some(({ path }) => path.endsWith('assembly=1%3A25')))
  await user.selectOptions(screen.getByLabelText('Vis'), 'Alt i én tabell')
  await user.selectOptions(screen.getByLabelText('Sorter etter'), 'Sum')
  await until(() => location.search === '?assembly=1%3A25&samlet=ja&sorter=sum')
  const all = within(await screen.findByRole('region', { name: 'Alle leverandører' }))
  const names = all.getAllByRole('row').map((row) => row.querySelector('p')?.textContent?.trim())
  t.same(
    names.slice(1, 5).map((name) => name?.split(' ')[0]),
    ['Del', 'Z', 'Å', 'B'],
  )
})

test('the list of an earlier quantity can be neither printed nor sent', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user, sent } = show(t, <PurchasingScreen />, {
    '/api/purchasing?assembly=1%3A2': list,
    '/api/purchasing?assembly=1%3A25': () => promise,
    '/api/assemblytypes': [],
  })
  act(() => history.pushState(null, '', '/innkjop?assembly=1:2'))
  const draft = await screen.findByRole('link', { name: 'E-postutkast til Kabel AS' })
  const print = screen.getByRole<HTMLButtonElement>('button', { name: 'Skriv ut' })
  const isLocked = () => draft.closest('[inert]') !== null && print.disabled
  await until(() => !isLocked())
  await user.type(screen.getByLabelText('Antall av Linje'), '5')
  await until(() => sent.some(({ path }) => path.endsWith('assembly=1%3A25')))
  t.ok(isLocked())
  resolve(Response.json({ success: true, data: list }))
  await until(() => !isLocked() && !print.disabled)
})

test('a mail draft has as many lines as fit, and says how many it leaves out', async (t) => {
  const lines = groupsOf(list, true, 'name')[1]!.lines
  const { href, leftOut } = draftOf(supplier.orderEmail, '2 × Linje', lines)
  t.match(href, /^mailto:a%26b@kabel\.no\?subject=Bestilling%3A%202%20%C3%97%20Linje&body=Hei%2C/)
  t.match(decodeURIComponent(href), '\r\n20 stk Å\r\n')
  t.equal(leftOut, 0)
  const many = Array.from({ length: 400 }, (_, at) => ({ ...lines[0]!, description: `Ø ${at}` }))
  const long = draftOf(supplier.orderEmail, 'æ'.repeat(1_000), many)
  t.ok(long.href.length <= 2_000)
  const body = decodeURIComponent(long.href)
  const kept = body.match(/stk Ø/g)!.length
  t.ok(kept > 10)
  t.equal(kept + long.leftOut, 400)
  t.match(body, `… og ${long.leftOut} linjer til, se vedlagt liste.`)
})

test('of very many suppliers the first are shown, and the rest when asked for', async (t) => {
  const purchases = Array.from({ length: 130 }, (_, at) => ({
    ...list.purchases[0]!,
    supplier: { ...supplier, id: at + 1, name: `Leverandør ${at + 1}` },
  }))
  const { user } = show(t, <PurchasingScreen />, {
    '/api/purchasing?assembly=1%3A2': { ...list, purchases },
    '/api/assemblytypes': [],
  })
  act(() => history.pushState(null, '', '/innkjop?assembly=1:2'))
  const sections = () => document.querySelectorAll('section[aria-label^="Leverandør"]').length
  await until(() => sections() === 100)
  await user.click(screen.getByText('Vis 30 til'))
  t.equal(sections(), 130)
})

test('marked assemblies link to their purchasing list, also those hidden by a search', async (t) => {
  const named = ['Linje', 'Ramme', 'Åk'].map((name, at) => anAssembly(at + 1, { name }))
  const { user } = show(t, <AssembliesScreen />, { '/api/assemblytypes': named })
  await user.click(await screen.findByRole('checkbox', { name: 'Merk Linje' }))
  await user.click(screen.getByRole('checkbox', { name: 'Merk Åk' }))
  await user.type(screen.getByPlaceholderText('Søk sammenstillinger...'), 'ram')
  await until(() => screen.queryByText('Åk') === null)
  t.ok(screen.getByText('2 merket'))
  const link = screen.getByRole('link', { name: 'Innkjøpsliste' })
  t.equal(link.getAttribute('href'), '/innkjop?assembly=1:1&assembly=3:1')
  await user.click(screen.getByRole('button', { name: 'Fjern merking' }))
  t.equal(screen.queryByRole('link', { name: 'Innkjøpsliste' }), null)
})
