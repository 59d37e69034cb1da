import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until, within, type Answering } from '../testing/screen.tsx'
import { ComponentsScreen } from '../components/components-screen.tsx'
import { MotorsScreen } from '../motors/motors-screen.tsx'
import { SuppliersScreen } from '../suppliers/suppliers-screen.tsx'
import {
  api,
  fresh,
  motor,
  motorApi,
  openForm,
  refuseWith,
  suppliers,
} from '../testing/examples.ts'

const required = 'Dette feltet er påkrevd'

test('the create form cannot be sent before required fields are filled in', async (t) => {
  const { user } = show(t, <SuppliersScreen />, api)
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  t.ok(dialog.getByRole('heading', { name: 'Opprett ny leverandør' }))
  t.ok(dialog.getByText('Legg til en ny leverandør i databasen'))
  const submit = dialog.getByRole('button', { name: 'Opprett leverandør' }) as HTMLButtonElement
  t.ok(submit.disabled)
  await until(() => document.activeElement === dialog.getByLabelText(/Navn/))

  await user.tab()
  t.ok(await dialog.findByText('Følgende felter må korrigeres:'))
  t.match(dialog.getByRole('listitem').textContent, `Navn: ${required}`)
  await user.type(dialog.getByLabelText(/Navn/), 'Ny AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'ikke en adresse')
  await user.tab()
  t.match((await dialog.findByRole('listitem')).textContent, 'Ordre e-post: Ugyldig e-postadresse')
  await user.clear(dialog.getByLabelText(/Ordre e-post/))
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no')
  t.notOk(submit.disabled, 'at once, without leaving the field')
})

test('a form accepts only http and https websites', async (t) => {
  const { user } = show(t, <SuppliersScreen />, api)
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Nettside/), 'javascript:alert(1)')
  await user.tab()
  t.ok(await dialog.findByText('Nettsiden må begynne med http:// eller https://'))
})

test('Enter in a field that is wrong says so, where nothing can be sent', async (t) => {
  const { user, sent } = show(t, <SuppliersScreen />, api)
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Ny AS')
  await user.type(dialog.getByLabelText(/Nettside/), 'javascript:alert(1){Enter}')
  t.match(
    (await dialog.findByRole('listitem')).textContent,
    'Nettside: Nettsiden må begynne med http:// eller https://',
  )
  t.notOk(sent.some(({ method }) => method === 'POST'))
})

test('the weight in a form is not negative', async (t) => {
  const { user } = show(t, <MotorsScreen />, motorApi({}))
  const dialog = within(await openForm(user, 'Legg til motortype'))
  await user.type(dialog.getByLabelText(/Vekt/), '-1')
  await user.tab()
  t.ok(await dialog.findByText('Tallet kan ikke være negativt'))
})

test('a saved form closes, shows a toast, and revalidates the list', async (t) => {
  const created = { id: 12, name: 'Ny AS', orderEmail: 'a@b.no' }
  let list: object[] = suppliers
  const { user, sent } = show(t, <SuppliersScreen />, {
    'GET /api/suppliers': (() => Response.json({ success: true, data: list })) as Answering,
    'POST /api/suppliers': (() => {
      list = [...suppliers, created]
      return Response.json({ success: true, data: created }, { status: 201 })
    }) as Answering,
  })
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Ny AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no{Enter}')

  t.ok(await screen.findByText('Leverandør opprettet'))
  t.ok(screen.getByText('Suksess'))
  t.ok(screen.getByText('Data ble lagret vellykket.'))
  t.equal(screen.queryByRole('dialog'), null)
  t.ok(await screen.findByRole('gridcell', { name: 'Ny AS' }))
  const post = sent.find(({ method }) => method === 'POST')!
  t.match(post.body, { name: 'Ny AS', orderEmail: 'a@b.no' })
  t.match(post.headers.get('Idempotency-Key'), /^[0-9a-f-]{36}$/)
})

test('a refused save keeps the form and its values, with errors at their fields', async (t) => {
  const details = [{ path: 'name', message: 'Finnes fra før' }]
  const { user } = show(t, <SuppliersScreen />, {
    ...api,
    'POST /api/suppliers': refuseWith(400, {
      error: 'Noen felter må rettes.',
      code: 'VALIDATION',
      details,
    }),
  })
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Elektro AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no{Enter}')

  t.ok((await screen.findAllByText('Kunne ikke opprette leverandør'))[0])
  t.ok(dialog.getByText('Noen felter må rettes.'))
  t.match(dialog.getByRole('listitem').textContent, 'Navn: Finnes fra før')
  t.equal((dialog.getByLabelText(/Navn/) as HTMLInputElement).value, 'Elektro AS')
  t.ok(screen.getByText('Det oppstod en feil ved lagring av data.'))
})

test('an error of one field is not repeated a third time', async (t) => {
  const error = 'Navnet finnes fra før.'
  const details = [{ path: 'name', message: error }]
  const refused = refuseWith(400, { error, code: 'VALIDATION', details })
  const { user } = show(t, <SuppliersScreen />, { ...api, 'POST /api/suppliers': refused })
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Elektro AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no{Enter}')

  const item = await dialog.findByRole('listitem')
  t.equal(item.textContent, `Navn: ${error}`)
  t.equal(dialog.queryAllByText(error).length, 1, 'once more, at the field')
  t.equal(dialog.getAllByRole('alert').length, 1)
  await user.type(dialog.getByLabelText(/Navn/), ' Norge')
  await until(() => dialog.queryByRole('listitem') === null)
  t.equal(dialog.queryByText(error), null, 'and not once it is corrected')
})

test('while saving, the form cannot be sent twice or closed with Escape', async (t) => {
  const asked = Promise.withResolvers<Response>()
  const { user, sent } = show(t, <SuppliersScreen />, {
    ...api,
    'POST /api/suppliers': () => asked.promise,
  })
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Ny AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no')
  await user.dblClick(dialog.getByRole('button', { name: 'Opprett leverandør' }))

  t.ok((await dialog.findByRole('button', { name: 'Oppretter...' })) as HTMLButtonElement)
  t.ok(screen.getByText('Lagrer data, vennligst vent...'))
  await user.keyboard('{Escape}')
  t.ok(screen.getByRole('dialog'))
  asked.resolve(Response.json({ success: true, data: { id: 1 } }, { status: 201 }))
  await until(() => screen.queryByRole('dialog') === null)
  t.equal(sent.filter(({ method }) => method === 'POST').length, 1)
})

test('an edit starts from the newest version and sends its ETag', async (t) => {
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': fresh('"4"', { power: 1.5 }),
      'PUT /api/motortypes/7': motor,
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  t.ok(dialog.getByRole('heading', { name: 'Rediger motortype' }))
  const power = (await dialog.findByLabelText('Effekt')) as HTMLInputElement
  t.equal(power.value, '1,5')
  await user.clear(power)
  await user.click(dialog.getByRole('button', { name: 'Oppdater motortype' }))

  t.ok(await screen.findByText('Motortype oppdatert'))
  const put = sent.find(({ method }) => method === 'PUT')!
  t.match(put.body, { power: null, supplierArticlenumber: 'R17' })
  t.notOk('pricing' in (put.body as object))
  t.equal(put.headers.get('If-Match'), '"4"')
})

test('the sales price is calculated while typing, with a warning about a high factor', async (t) => {
  const { user } = show(t, <MotorsScreen />, motorApi({}))
  const dialog = within(await openForm(user, 'Legg til motortype'))
  await user.type(dialog.getByLabelText('Kostpris'), '1000')
  t.ok(dialog.getByText('1 000,00 kr'))
  const factor = dialog.getByLabelText('Prisfaktor')
  await user.clear(factor)
  t.ok(dialog.getByText('Fyll inn kostpris og prisfaktor'))
  await user.type(factor, '5.5')
  t.ok(dialog.getByText('5 500,00 kr'))
  const warning = 'Høy prisfaktor - kontroller at dette er korrekt'
  t.ok(dialog.getByText(warning))
  await user.clear(factor)
  await user.type(factor, '12')
  t.equal(dialog.queryByText(warning), null, 'an error, not a warning')
  t.ok(dialog.getByText('Fyll inn kostpris og prisfaktor'), 'what is refused is not multiplied')
  t.equal(dialog.queryByLabelText('Begrunnelse'), null, 'of a change alone')
})

test('the reason for a price change can be entered in the form', async (t) => {
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({ 'GET /api/motortypes/7': fresh('"4"'), 'PUT /api/motortypes/7': motor }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  await user.type(await dialog.findByLabelText('Kostpris'), '1000')
  await user.type(dialog.getByLabelText('Begrunnelse'), 'Ny avtale{Enter}')
  await screen.findByText('Motortype oppdatert')
  t.match(sent.find(({ method }) => method === 'PUT')!.body, {
    pricing: { costPrice: 1000, reason: 'Ny avtale' },
  })
})

test('a price unit that cannot be converted gives a warning', async (t) => {
  const { user } = show(t, <ComponentsScreen />, {
    ...api,
    '/api/componenttypes': [],
  })
  const dialog = within(await openForm(user, 'Legg til komponent'))
  const warning = 'Komponenten telles i m, men prisen gjelder stk: det kan ikke regnes om'
  await user.type(dialog.getByLabelText('Enhet'), 'm')
  t.notOk(dialog.queryByText(warning), 'there is no price yet')
  await user.type(dialog.getByLabelText('Kostpris'), '1500')
  t.ok(dialog.getByText(warning))
  const priced = dialog.getByLabelText('Prisenhet')
  await user.clear(priced)
  await user.type(priced, '100 m')
  t.notOk(dialog.queryByText(/regnes om/))
})

test('the default bracket is one of the options entered, or none', async (t) => {
  const { user } = show(t, <MotorsScreen />, motorApi({}))
  const dialog = within(await openForm(user, 'Legg til motortype'))
  const choices = () =>
    [...(dialog.getByLabelText('Standard brakett') as HTMLSelectElement).options].map(
      ({ text }) => text,
    )
  t.same(choices(), ['Ingen brakett'])
  await user.type(dialog.getByLabelText('Brakettalternativer'), 'B5{Enter} B5 {Enter}B14{Enter}')
  t.same(choices(), ['Ingen brakett', 'B5', 'B14'])
})
