import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { act, cleanup, screen, show, until, within, type Shown } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { SuppliersScreen } from '../suppliers/suppliers-screen.tsx'
import { forgetDrafts, keepDraft } from '../lib/drafts.ts'
import { leaveAfterGuards } from '../lib/leave-guards.ts'
import { api, fresh, motor, motorApi, openForm, suppliers } from '../testing/examples.ts'
import { MotorsScreen } from '../motors/motors-screen.tsx'

const question = 'Forkaste endringene?'
const nameField = () => screen.findByLabelText<HTMLInputElement>(/^Navn/)
const press = async (user: Shown['user'], name: string) =>
  user.click(within(screen.getAllByRole('dialog').at(-1)!).getByRole('button', { name }))
const drafts = () => Object.keys(localStorage).filter((key) => key.includes('utkast'))
const closed = () => until(() => screen.queryByRole('dialog') === null)

test('a changed form asks before closing in any way, an unchanged one does not', async (t) => {
  const { user } = show(t, <SuppliersScreen />, api)
  await openForm(user, 'Legg til leverandør')
  await press(user, 'Avbryt')
  await closed()

  await openForm(user, 'Legg til leverandør')
  await user.type(await nameField(), 'Ny AS')
  const leave = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leave)
  t.ok(leave.defaultPrevented, 'a reload asks too')
  let gone = 0
  const ways = [
    () => user.keyboard('{Escape}'),
    () => press(user, 'Avbryt'),
    () => press(user, 'Lukk'),
    () => act(async () => history.back()),
    () => act(async () => leaveAfterGuards(() => gone++)),
  ]
  await until(() => (history.state as { depth: number } | null)?.depth === 1)
  for (const way of ways) {
    await way()
    await screen.findByRole('dialog', { name: question })
    await press(user, 'Fortsett å redigere')
    t.equal((await nameField()).value, 'Ny AS')
    await until(() => !document.activeElement!.matches('body, [data-dialog-head]'))
  }
  t.equal(gone, 0)
  act(() => leaveAfterGuards(() => gone++))
  await press(user, 'Forkast')
  await closed()
  t.equal(gone, 1, 'a link, or the search over everything, leads on')
  t.same(drafts(), [])
})

test('the bulk dialog also asks before closing, and names an invalid field', async (t) => {
  const details = [{ path: 'set.country', message: 'For lang' }]
  const { user } = show(t, <SuppliersScreen />, {
    ...api,
    '/api/csv-import/jobs': [],
    'POST /api/suppliers/bulk/change': () =>
      Response.json({ success: false, error: 'For lang', details }, { status: 400 }),
  })
  await user.click((await screen.findAllByRole('checkbox', { name: /^Merk (?!alle)/ }))[0]!)
  await user.click(screen.getByRole('button', { name: 'Endre' }))
  await user.click(await screen.findByLabelText('Velg hva som skal endres'))
  await user.click(await screen.findByRole('option', { name: 'Land' }))
  await press(user, 'Vis hva som vil skje')
  await screen.findByText('Land: For lang')
  await user.keyboard('{Escape}')
  await screen.findByRole('dialog', { name: question })
  await press(user, 'Forkast')
  await closed()
})

test('a draft is offered after a crash, and deleted when the form is saved', async (t) => {
  const { user, sent } = show(t, <SuppliersScreen />, {
    ...api,
    'POST /api/suppliers': { ...suppliers[0], id: 12 },
  })
  keepDraft('kari.suppliers/ny', { name: 'Halvferdig AS', old: 'of another version', city: 3 })
  await openForm(user, 'Legg til leverandør')
  t.ok(await screen.findByText(/^Du har et utkast fra /))
  t.equal((await nameField()).value, '')
  await user.click(screen.getByRole('button', { name: 'Hent det' }))
  t.equal((await nameField()).value, 'Halvferdig AS')
  t.equal(screen.queryByText(/utkast/), null)
  await user.type(screen.getByLabelText(/^Ordre e-post/), 'a@b.no')
  t.match(localStorage.getItem(drafts()[0]!), /Halvferdig AS.*a@b.no/)
  await user.keyboard('{Enter}')
  await closed()
  t.match(sent.find(({ method }) => method === 'POST')!.body, { name: 'Halvferdig AS' })
  t.same(drafts(), [])
})

test('a draft belongs to one record and one user, and has only changed values and no files', async (t) => {
  const shown = () => show(t, <MotorsScreen />, motorApi({ 'GET /api/motortypes/7': fresh('"4"') }))
  const { user } = shown()
  await openForm(user, 'Rediger')
  await user.type(await screen.findByLabelText('Kostpris'), '100')
  const [key] = drafts()
  t.match(key, /kari\.motortypes\/7$/)
  t.match(JSON.parse(localStorage.getItem(key!)!), { values: { 'pricing.costPrice': '100' } })
  t.notMatch(localStorage.getItem(key!), motor.supplierArticlenumber)
  const kept = localStorage.getItem(key!)!
  cleanup()

  const again = shown()
  localStorage.setItem(key!, kept)
  await openForm(again.user, 'Legg til motortype')
  t.equal(screen.queryByText(/utkast/), null, 'another form')
  await press(again.user, 'Avbryt')
  await openForm(again.user, 'Rediger')
  await again.user.click(await screen.findByRole('button', { name: 'Forkast' }))
  t.same(drafts(), [])
  localStorage.setItem(key!, kept)
  forgetDrafts()
  t.same(drafts(), [], 'signed out')
})

const storages = {
  full: {
    value: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError')
      },
      removeItem: () => undefined,
    },
  },
  forbidden: {
    get: () => {
      throw new DOMException('', 'SecurityError')
    },
  },
}
for (const [is, storage] of Object.entries(storages))
  test(`a form is filled in and saved also where the storage is ${is}`, async (t) => {
    const { user, sent } = show(t, <SuppliersScreen />, {
      ...api,
      'POST /api/suppliers': { ...suppliers[0], id: 12 },
    })
    const kept = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')!
    t.teardown(() => Object.defineProperty(globalThis, 'localStorage', kept))
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage })
    await openForm(user, 'Legg til leverandør')
    await user.type(await nameField(), 'Ny AS')
    await user.type(screen.getByLabelText(/^Ordre e-post/), 'a@b.no{Enter}')
    await closed()
    t.match(sent.find(({ method }) => method === 'POST')!.body, { name: 'Ny AS' })
    t.doesNotThrow(forgetDrafts)
  })
