import suite from 'tap'
import type { Page } from 'playwright-core'
import { cardOf, top } from './assembly-actions.ts'
import { go, inFocus, press } from './keyboard-actions.ts'
import { createRecord, createRevisor } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, base, open, close } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const supplies = async () => {
  const valve = { description: 'Ventil', supplierArticlenumber: 'V1' }
  const pricing = { costPrice: 100, validFrom: '2026-02-01' }
  const id = await createRecord(api, 'componenttypes', { ...valve, pricing })
  const agreed = { costPrice: 130, validFrom: '2026-06-01', reason: 'Ny avtale' }
  await api('PUT', `/api/pricing/componenttype-${id}`, agreed)
  await createRecord(api, 'motortypes', { description: 'Girmotor', supplierArticlenumber: 'G1' })
  const line = { name: 'Transportør', description: 'Linje', type: 'Modul' }
  const assembly = await createRecord(api, 'assemblytypes', line)
  await api('POST', `/api/assemblytypes/${assembly}/components`, { componentId: id, quantity: 2 })
}
if (found) await supplies()

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

await browserTest('from a quantity the keyboard goes on to the buttons', async (t) => {
  const page = await open('/assemblies')
  const menu = cardOf(page, 'Transportør').getByRole('button', { name: /^Handlinger/ })
  await press(menu)
  await page.keyboard.type('Ad')
  await page.keyboard.press('Enter')
  const add = top(page).getByRole('button', { name: 'Legg til motor' })
  await go(top(page).getByRole('tab', { name: /^Komponenter/ }))
  await page.keyboard.press('ArrowRight')
  await press(add)
  const search = top(page).getByPlaceholder('Søk motorer...')
  await inFocus(search).waitFor()
  await top(page)
    .getByRole('option', { name: /^Girmotor/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await go(top(page).getByRole('spinbutton', { name: /^Girmotor/ }))
  await page.keyboard.press('Tab')
  await inFocus(top(page).getByRole('button', { name: 'Ta bort Girmotor' })).waitFor()
  await page.keyboard.press('Tab')
  await inFocus(top(page).getByLabel('Antall')).waitFor()
  await page.keyboard.press('Tab')
  await inFocus(top(page).getByRole('button', { name: 'Avbryt' })).waitFor()
  await press(top(page).getByRole('button', { name: 'Legg til', exact: true }))
  await top(page).getByRole('button', { name: 'Fjern Girmotor' }).waitFor()
  await inFocus(add).waitFor()
  t.pass()
  await close(page)
})

await browserTest('a record that was changed gives the focus back to its row', async (t) => {
  const page = await open('/components')
  const row = page.locator('tr[tabindex="0"]').filter({ hasText: 'Ventil' })
  await press(row)
  await press(top(page).getByRole('button', { name: 'Rediger' }))
  await go(top(page).getByLabel('Notater'))
  await page.keyboard.type('Av messing')
  await press(top(page).getByRole('button', { name: 'Oppdater komponent' }))
  await top(page).getByText('Av messing').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await inFocus(row).waitFor()
  t.pass()
  await close(page)
})

await browserTest(
  'the focus comes back from a notification, and from a dialog it opened',
  async (t) => {
    const page = await open('/assemblies')
    const add = page.getByRole('button', { name: 'Legg til sammenstilling' })
    const closeToast = page.getByRole('button', { name: 'Lukk varsel' })
    const create = async (name: string) => {
      await press(add)
      await go(top(page).getByLabel('Navn *'))
      await page.keyboard.type(name)
      await go(top(page).getByLabel('Beskrivelse *'))
      await page.keyboard.type('Lukket')
      await page.keyboard.press('Control+Enter')
      await top(page).waitFor({ state: 'detached' })
      await inFocus(add).waitFor()
      await closeToast.waitFor()
      await page.keyboard.press('F8')
    }
    await create('Skap')
    await press(closeToast)
    await inFocus(add).waitFor()
    await closeToast.waitFor({ state: 'detached' })
    await create('Dør')
    await press(page.getByRole('listitem').getByRole('button', { name: 'Administrer' }))
    await top(page).getByText('Ingen komponenter lagt til').waitFor()
    await page.keyboard.press('Escape')
    await inFocus(add).waitFor()
    t.pass()
    await close(page)
  },
)

await browserTest('a revisor needs only the keyboard', async (t) => {
  const editor = await open('/')
  const csv = Buffer.from('Navn;Ordre e-post\nAhlsell;a@b.no\n')
  const file = { name: 'leverandorer.csv', mimeType: 'text/csv', buffer: csv }
  const multipart = { file, updateBehavior: 'update', uniqueIdentifier: 'name' }
  const imported = await editor.request.post('/api/csv-import/suppliers', { multipart })
  t.equal(imported.status(), 200)
  await close(editor)

  const { username, password } = await createRevisor(api, base, 'randi')
  const page = await open('/', { signedIn: false })
  await go(page.getByLabel('Brukernavn'))
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')

  t.comment('who changed this price, and from what')
  await press(link(page, 'Revisjon'))
  await go(page.getByRole('combobox', { name: 'Post' }))
  await page.keyboard.type('vent')
  await page.getByRole('option', { name: /Ventil/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/entity=componenttypes&id=/)
  await go(page.getByRole('combobox', { name: 'Endring' }))
  await page.keyboard.type('Pris e')
  await page.waitForURL(/kind=ItemPriced/)
  const change = page.getByRole('listitem').filter({ hasText: 'Ny avtale' })
  await press(change.locator('summary'))
  await change.getByRole('row', { name: 'Kostpris 100,00 kr 130,00 kr' }).waitFor()

  t.comment('what an import changed')
  await press(page.getByRole('button', { name: 'Nullstill' }), 'Shift+Tab')
  await go(page.getByRole('combobox', { name: 'Import' }), 'Shift+Tab')
  await page.keyboard.type('Import l')
  await page.getByText('Leverandør «Ahlsell» ble opprettet.').waitFor()
  await page.getByText('Ny avtale').waitFor({ state: 'detached' })

  t.comment('whether an export is true')
  await go(page.getByRole('button', { name: 'Med bevis' }))
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ])
  t.match(exported.suggestedFilename(), /\.zip$/)
  const checkpoint = page.getByRole('button', { name: 'Signert sjekkpunkt' })
  await press(checkpoint, 'Shift+Tab')
  await go(top(page).getByRole('button', { name: 'Kopier sjekkpunktet' }))
  await page.keyboard.press('Escape')
  await inFocus(checkpoint).waitFor()

  t.comment('what an assembly cost on a day, and why it is dearer now')
  await press(link(page, 'Sammenstillinger'), 'Shift+Tab')
  const stykkliste = cardOf(page, 'Transportør').getByRole('button', { name: 'Stykkliste' })
  await stykkliste.waitFor()
  await press(stykkliste)
  await go(top(page).getByLabel('Priser per'))
  // The third of March, whether the browser asks for the day or the month first.
  await page.keyboard.type('03032026')
  await top(page).getByText('200,00').first().waitFor()
  const compare = top(page).getByRole('button', { name: 'Sammenlign med i dag' })
  await press(compare)
  await top(page).getByText('60,00').first().waitFor()
  await page.keyboard.press('Escape')
  await inFocus(compare).waitFor()
  await page.keyboard.press('Escape')
  await inFocus(stykkliste).waitFor()
  await close(page)
})
