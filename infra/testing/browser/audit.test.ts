import suite from 'tap'
import type { Page } from 'playwright-core'
import { seriousFaults } from './accessibility.ts'
import { top } from './assembly-actions.ts'
import { createRecord, createRevisor, rowOf } from './page-actions.ts'
import { journey, logIn, testsWith } from './system.ts'

const found = await journey(suite)
const { api, base, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const prices = async () => {
  const motor = { supplierArticlenumber: 'R17', description: 'Girmotor' }
  const id = await createRecord(api, 'motortypes', { ...motor, pricing: { costPrice: 100 } })
  await createRecord(api, 'motortypes', { supplierArticlenumber: 'S2', description: 'Servomotor' })
  await api('PUT', `/api/pricing/motortype-${id}`, { costPrice: 110, reason: 'Ny avtale' })
  return id
}
const priced = found ? await prices() : 0
const revisor = found ? await createRevisor(api, base, 'revisor') : undefined

const openAsRevisor = async (options = {}): Promise<Page> => {
  const page = await open('/', { signedIn: false, ...options })
  await logIn(page, revisor)
  return page
}

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' }).format(new Date())

await browserTest(
  'a revisor finds by clicks who changed a price, when, why and from what',
  async (t) => {
    const page = await openAsRevisor()
    await page.getByRole('link', { name: 'Revisjon' }).click()
    await page.getByLabel('Fra dato').fill(today)
    await page.getByRole('combobox', { name: 'Endring' }).selectOption('Pris endret')
    await page.waitForURL(/kind=ItemPriced/)
    const change = page.getByRole('list', { name: 'Endringer' }).getByRole('listitem').first()
    await change.getByText('Ny avtale').click()
    await change.getByRole('row', { name: 'Kostpris 100,00 kr 110,00 kr' }).waitFor()
    await change.getByText('"type": "ItemPriced"').waitFor()
    t.match(await change.innerText(), /Girmotor[^]*admin/)
    t.same(await seriousFaults(page), [], 'journal')
    await picture(page, 'journal')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    t.equal(await page.getByRole('navigation').count(), 0, 'no menu on paper')
    t.equal((await page.locator('main').boundingBox())!.x, 0, 'nor its room')
    const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
    t.equal(ink, 'rgb(27, 28, 26)', 'dark on white')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.setViewportSize({ width: 768, height: 1024 })
    t.ok((await page.getByLabel('Fra dato').boundingBox())!.width > 140, 'room for a whole date')
    await page.setViewportSize({ width: 1440, height: 900 })

    for (const [button, name] of Object.entries({
      CSV: /\.csv$/,
      Excel: /\.xlsx$/,
      'Med bevis': /\.zip$/,
    })) {
      const exporting = page.getByRole('button', { name: button, exact: true })
      const [file] = await Promise.all([page.waitForEvent('download'), exporting.press('Enter')])
      t.match(file.suggestedFilename(), name)
      t.equal(await exporting.and(page.locator(':focus')).count(), 1, `${button} keeps the focus`)
    }
    await change.getByRole('button', { name: 'Alt om denne posten' }).click()
    await page.waitForURL((url) => url.search.includes(`entity=motortypes&id=${priced}`))
    await page.reload()
    t.equal(await page.getByRole('combobox', { name: 'Gjelder' }).inputValue(), 'motortypes')
    const reset = page.getByRole('button', { name: 'Nullstill' })
    await reset.press('Enter')
    await page.waitForURL((url) => url.search === '')
    t.equal(await reset.and(page.locator(':focus')).count(), 1, 'Nullstill keeps the focus')
    await page.getByRole('button', { name: 'Signert sjekkpunkt' }).click()
    await top(page).getByRole('button', { name: 'Kopier sjekkpunktet' }).waitFor()
    t.same(await seriousFaults(page), [], 'checkpoint')
    await close(page)
  },
)

await browserTest('a price is followed through its history, with the keyboard too', async (t) => {
  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 390, height: 844 } }]) {
    const page = await openAsRevisor(options)
    await page.goto('/motortypes')
    await page.getByText('Girmotor', { exact: true }).first().click()
    await top(page).getByRole('button', { name: 'Historikk' }).click()
    await top(page).getByText('Begrunnelse: Ny avtale').waitFor()
    t.same(await seriousFaults(page), [], 'history')
    await top(page).getByRole('tab', { name: 'Priser' }).click()
    const slider = top(page).getByRole('slider', { name: 'Prisendring' })
    await slider.focus()
    t.match(await slider.getAttribute('aria-valuetext'), /admin: kostpris 110,00/)
    await page.keyboard.press('ArrowLeft')
    await top(page)
      .getByRole('paragraph')
      .filter({ hasText: /admin: kostpris 100,00/ })
      .waitFor()
    t.same(await seriousFaults(page), [], 'prices')
    await picture(page, `prices-${options.colorScheme ?? 'light'}`)
    await close(page)
  }
})

await browserTest(
  'a future price is entered with the Enter key, and shown with its date',
  async (t) => {
    const page = await open('/motortypes')
    const row = rowOf(page, 'Servomotor')
    await row.getByRole('button', { name: 'Rediger' }).click()
    await top(page).getByLabel('Kostpris').fill('120')
    await top(page).getByLabel('Gjelder fra').fill('2099-01-01')
    t.same(await seriousFaults(page), [], 'form')
    await page.keyboard.press('Enter')
    await row.getByText('01.01.99: 120,00 kr').first().waitFor()
    await picture(page, 'coming-price')
    await row.getByText('Servomotor').click()
    await top(page).getByText('Kostpris fra 1. januar 2099').waitFor()
    await top(page).getByRole('button', { name: 'Historikk' }).click()
    await top(page).getByRole('tab', { name: 'Priser' }).click()
    await top(page).getByText('Gjelder fra 1. januar 2099', { exact: true }).waitFor()
    t.same(await seriousFaults(page), [], 'prices')
    await close(page)
  },
)

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
