import suite from 'tap'
import { seriousFaults } from './accessibility.ts'
import {
  countNamed,
  createRecord,
  dialogOf,
  discard,
  fetchList,
  rowOf,
  toastOf,
} from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

await browserTest('a supplier is created, edited, cleared and deleted', async (t) => {
  const page = await open('/suppliers')
  await page.getByText('Ingen leverandører funnet').waitFor()
  await picture(page, 'suppliers-empty')
  await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Navn *').fill('Åkerströms Norge')
  await dialog.getByLabel('Ordre e-post *').fill('ordre@akerstroms.no')
  await dialog.getByLabel('Nettside').fill('www.akerstroms.no')
  await dialog.getByRole('button', { name: 'Opprett leverandør' }).click()
  await toastOf(page, 'Leverandør opprettet').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const row = rowOf(page, 'Åkerströms')
  t.equal(await row.getByRole('link').nth(1).getAttribute('href'), 'https://www.akerstroms.no')

  await row.getByRole('button', { name: 'Rediger' }).click()
  await dialog.getByLabel('Nettside').fill('')
  await dialog.getByLabel('Kontakt telefon').fill('+47 22 33 44 55')
  await dialog.getByRole('button', { name: 'Oppdater leverandør' }).click()
  await toastOf(page, 'Leverandør oppdatert').waitFor()
  await row.getByRole('link', { name: '+47 22 33 44 55' }).waitFor()
  t.match(await fetchList(page, '/api/suppliers'), [
    { website: '', contactPhone: '+47 22 33 44 55' },
  ])

  page.once('dialog', (asked) => {
    t.equal(asked.message(), 'Er du sikker på at du vil slette denne leverandøren?')
    void asked.accept()
  })
  await row.getByRole('button', { name: 'Slett' }).click()
  await toastOf(page, 'Leverandør slettet').waitFor()
  await page.getByText('Ingen leverandører funnet').waitFor()
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Angre' })
    .click()
  await toastOf(page, 'Kom ikke tilbake: Ordre e-post, Kontakt telefon').waitFor()
  await row.waitFor()
  await close(page)
})

await browserTest('a manufacturer is created by keyboard alone', async () => {
  await createRecord(api, 'suppliers', { name: 'SEW-EURODRIVE AS', orderEmail: 'ordre@sew.no' })
  const page = await open('/manufacturers')
  await page.getByText('Ingen produsenter funnet').waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Legg til produsent' }).first().focus()
  await press('Enter')
  await page.waitForFunction(
    () => (document.activeElement as HTMLInputElement | null)?.name === 'name',
  )
  await page.keyboard.type('SEW-EURODRIVE')
  await press('Tab')
  // On a busy machine the suppliers load later than the user types.
  const choice = dialogOf(page).getByRole('option', { name: 'SEW-EURODRIVE AS' })
  await choice.waitFor({ state: 'attached' })
  await page.keyboard.type('SEW')
  // Past «Ny leverandør» and «Avbryt».
  await press('Tab', 'Tab', 'Tab', 'Enter')
  await toastOf(page, 'Produsent opprettet').waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
  await rowOf(page, 'SEW-EURODRIVE').waitFor()
  // The focus returns to the button.
  await page.waitForFunction(() =>
    document.activeElement?.textContent.includes('Legg til produsent'),
  )
  await page.getByPlaceholder('Søk produsenter...').focus()
  for (let step = 0; step < 12; step++) {
    await press('Tab')
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'row')) break
  }
  await press('ArrowRight', 'ArrowRight', 'Enter')
  await page.getByRole('heading', { name: 'Rediger produsent' }).waitFor()
  await page.waitForFunction(
    () => (document.activeElement as HTMLInputElement | null)?.name === 'name',
  )
  await press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await close(page)
})

const texts = {
  'Leverandør art.nr *': 'R17DRN71',
  'ITO art.nr': 'K-10017',
  Beskrivelse: 'Girmotor R17',
  Typebeskrivelse: 'Spiralgir',
  Kommunikasjonstype: 'Profinet',
  Kontroller: 'MOVIMOT',
  Strøm: '1.9',
  Frekvens: '50',
  Effekt: '0.75',
  Dreiemoment: '105.5',
  'Min hastighet': '10',
  RPM: '1400',
  'Max hastighet': '3000',
  Innstillingsområde: '5-10',
  'M/min': '60',
  'M/sek': '1',
  Driftsdiameter: '80',
  F: '1.25',
  Aksel: 'Ø20 kile',
  Konstruksjonstype: 'M1',
  'K Box': '270',
  'K Input': 'X',
  Mykstarter: 'Nei',
  Vekt: '12.345',
  Notater: 'Sjekk retning',
  Kostpris: '1234.5',
  Prisfaktor: '1.3',
  Listepris: '2000',
}

await browserTest('a motor: every field entered, seen, and cleared again', async (t) => {
  const page = await open('/motortypes')
  await page.getByRole('button', { name: 'Legg til motortype' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByRole('heading', { name: 'Opprett ny motortype' }).waitFor()
  for (const [label, text] of Object.entries(texts))
    await dialog.getByLabel(label, { exact: true }).fill(text)
  // A decimal comma, although the browser is English.
  await dialog.getByLabel('Kostpris').clear()
  await dialog.getByLabel('Kostpris').pressSequentially('1234,5')
  t.equal(await dialog.getByLabel('Kostpris').inputValue(), '1234,5')
  await dialog.getByLabel('Leverandør', { exact: true }).selectOption({ label: 'SEW-EURODRIVE AS' })
  await dialog.getByLabel('Produsent').selectOption({ label: 'SEW-EURODRIVE' })
  await dialog.getByLabel('Brakettalternativer').fill('B5')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Standard brakett').selectOption('B5')
  await dialog.getByLabel('Brems').check()
  const salesPrice = dialog.getByText('Beregnet salgspris').locator('..')
  await salesPrice.filter({ hasText: /1\s604,85\skr/ }).waitFor()
  await picture(page, 'motor-form')
  await dialog.getByRole('button', { name: 'Opprett motortype' }).click()
  await toastOf(page, 'Motortype opprettet').waitFor()

  await rowOf(page, 'Girmotor R17').getByRole('button', { name: 'Rediger' }).focus()
  const scrolled = (list: Element) => list.parentElement!.scrollLeft
  t.equal(await page.getByRole('grid').evaluate(scrolled), 0, 'the list stays in place')
  await rowOf(page, 'Girmotor R17').click()
  await dialog.getByRole('heading', { name: 'Motortype: Girmotor R17' }).waitFor()
  const details = (await dialog.innerText()).replaceAll(/[\u00a0\u202f]/g, ' ')
  for (const seen of [
    '0,75 kW',
    '105,5 Nm',
    'Ø20 kile',
    '12,345 kg',
    'Ja',
    '1 604,85 kr',
    '1,3',
    'Profinet',
    'B5',
    'SEW-EURODRIVE AS',
    'Sjekk retning',
  ])
    t.match(details, seen)
  await picture(page, 'motor-details')
  t.same(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: 'Rediger' }).click()
  await dialog.getByRole('heading', { name: 'Rediger motortype' }).waitFor()
  for (const label of Object.keys(texts))
    if (!['Leverandør art.nr *', 'Prisfaktor'].includes(label))
      await dialog.getByLabel(label, { exact: true }).fill('')
  await dialog.getByLabel('Leverandør', { exact: true }).selectOption('none')
  await dialog.getByLabel('Produsent').selectOption('none')
  await dialog.getByLabel('Standard brakett').selectOption('')
  await dialog.getByRole('button', { name: 'Fjern B5' }).click()
  await dialog.getByLabel('Brems').uncheck()
  await dialog.getByRole('button', { name: 'Oppdater motortype' }).click()
  await toastOf(page, 'Motortype oppdatert').waitFor()
  t.match(await fetchList(page, '/api/motortypes'), [
    {
      supplierArticlenumber: 'R17DRN71',
      description: null,
      power: null,
      shaft: null,
      weight: null,
      supplierId: null,
      brake: false,
      bracketoptions: [],
      defaultbracket: null,
      pricing: { costPrice: null, listPrice: null, priceFactor: 1.3 },
    },
  ])
  await close(page)
})

await browserTest(
  'a form reports an error when a field loses focus, and can be sent once it is fixed',
  async (t) => {
    const page = await open('/motortypes')
    await page.getByRole('button', { name: 'Legg til motortype' }).first().click()
    const dialog = dialogOf(page)
    const submit = dialog.getByRole('button', { name: 'Opprett motortype' })
    await dialog.getByLabel('Leverandør art.nr *').fill('A1')
    await dialog.getByLabel('Prisfaktor').fill('0.05')
    t.equal(await dialog.getByText('Følgende felter må korrigeres:').count(), 0, 'not while typing')
    await page.keyboard.press('Tab')
    await dialog.getByText('Følgende felter må korrigeres:').waitFor()
    t.match(await dialog.getByRole('alert').innerText(), 'Prisfaktor må være minst 0.1')
    t.ok(await submit.isDisabled())
    await dialog.getByLabel('Prisfaktor').fill('6')
    await dialog.getByText('Høy prisfaktor - kontroller at dette er korrekt').waitFor()
    await submit.and(dialog.locator(':enabled')).waitFor()
    await dialog.getByLabel('Effekt').pressSequentially('1e')
    // An invalid number must not count as empty.
    await submit.and(dialog.locator(':disabled')).waitFor()
    await picture(page, 'form-errors')
    t.same(await seriousFaults(page), [])
    await page.keyboard.press('Escape')
    await discard(page)
    await dialog.waitFor({ state: 'detached' })
    await close(page)
  },
)

await browserTest('a deleted record that is created again takes the old one’s place', async (t) => {
  const id = await createRecord(api, 'suppliers', { name: 'Borte', orderEmail: 'a@b.no' })
  const page = await open(`/suppliers/${id}`)
  await dialogOf(page).getByRole('button', { name: 'Rediger' }).click()
  await dialogOf(page).getByLabel('By').fill('Narvik')
  await api('DELETE', `/api/suppliers/${id}`)
  await dialogOf(page).getByRole('button', { name: 'Oppdater leverandør' }).click()
  await dialogOf(page).getByRole('button', { name: 'Opprett på nytt' }).click()
  await toastOf(page, 'Leverandør opprettet').waitFor()
  await page.waitForURL(/\/suppliers$/)
  await dialogOf(page).waitFor({ state: 'detached' })
  await rowOf(page, 'Narvik').waitFor()
  t.equal(await countNamed(api, 'suppliers', 'Borte'), 1)
  await page.getByRole('button', { name: 'Legg til leverandør' }).click()
  await dialogOf(page).getByLabel('By').waitFor()
  t.equal(await page.getByText('Du har et utkast fra').count(), 0)
  await close(page)
})

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
