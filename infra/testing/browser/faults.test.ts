import type { Locator, Page } from 'playwright-core'
import suite from 'tap'
import { choose, top } from './assembly-actions.ts'
import { createRecord, dialogOf, countNamed, fetchList, rowOf, toastOf } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

await browserTest(
  'a toast disappears after 5 s, a new one replaces it, and F8 focuses it',
  async (t) => {
    const page = await open('/suppliers')
    const create = async (name: string) => {
      await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
      await dialogOf(page).getByLabel('Navn *').fill(name)
      await dialogOf(page).getByLabel('Ordre e-post *').fill('a@b.no')
      await dialogOf(page).getByRole('button', { name: 'Opprett leverandør' }).click()
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    await create('Første')
    const first = await toasts.elementHandle()
    await create('Andre')
    await first!.waitForElementState('hidden')
    await toasts.waitFor()
    // A focused toast stays.
    await page.keyboard.press('F8')
    t.ok(await page.evaluate(() => document.activeElement?.closest('#toasts') !== null))
    t.equal(await toasts.count(), 1)
    await picture(page, 'toast')
    await page.getByRole('heading', { name: 'Leverandører' }).click()
    await page.mouse.move(700, 300)
    await toasts.waitFor({ state: 'detached', timeout: 30_000 })
    t.equal(await toasts.count(), 0)
    await close(page)
  },
)

await browserTest('when a session ends, the user logs in again and no input is lost', async (t) => {
  const page = await open('/suppliers')
  // Wait for the list: if it loaded after the session ended, it would open the login too early.
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
  const dialog = dialogOf(page).filter({ hasText: 'Opprett ny leverandør' })
  await dialog.getByLabel('Navn *').fill('Skrevet før økten gikk ut')
  await dialog.getByLabel('Ordre e-post *').fill('a@b.no')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Opprett leverandør' }).click()
  await page.getByText('Økten er utløpt. Logg inn på nytt.').waitFor()
  await picture(page, 'login-again')
  await page.getByLabel('Passord', { exact: true }).fill('Bare-for-denne-prøven-42')
  await page.keyboard.press('Enter')
  await toastOf(page, 'Leverandør opprettet').waitFor()
  t.equal(await countNamed(api, 'suppliers', 'Skrevet før økten gikk ut'), 1)
  await close(page)
})

/**
 * The server does what the next POST asks, but its answer does not arrive. Call it some steps before: Chromium sends what is asked
 * within milliseconds after it past the route.
 */
const loseAnswer = async (page: Page, path: RegExp): Promise<void> => {
  let isLost = false
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

await browserTest(
  'when the server does not answer, the form stays and retries the same command',
  async (t) => {
    const page = await open('/suppliers')
    await loseAnswer(page, /\/api\/suppliers$/)
    await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Navn *').fill('Bare én gang')
    await dialog.getByLabel('Ordre e-post *').fill('a@b.no')
    const submit = dialog.getByRole('button', { name: 'Opprett leverandør' })
    await submit.click()
    await dialog.getByText('Får ikke kontakt med serveren.').waitFor()
    await toastOf(page, 'Kunne ikke opprette leverandør').waitFor()
    await picture(page, 'server-down')
    await submit.click()
    await toastOf(page, 'Leverandør opprettet').waitFor()
    t.equal(await countNamed(api, 'suppliers', 'Bare én gang'), 1)
    await close(page)
  },
)

await browserTest('a form that is edited after a lost answer makes one record', async (t) => {
  const page = await open('/suppliers')
  await loseAnswer(page, /\/api\/suppliers$/)
  await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Navn *').fill('Tapt svar')
  await dialog.getByLabel('Ordre e-post *').fill('a@b.no')
  await dialog.getByLabel('By').fill('Oslo')
  await page.keyboard.press('Enter')
  await dialog.getByText('Får ikke kontakt med serveren').waitFor()
  await dialog.getByLabel('Navn *').fill('Tapt svar AS')
  await dialog.getByLabel('By').fill('')
  await page.keyboard.press('Enter')
  await toastOf(page, 'Leverandør opprettet').waitFor()
  const made = await fetchList(page, '/api/suppliers?q=Tapt')
  t.match(made, [{ name: 'Tapt svar AS', orderEmail: 'a@b.no', city: null }])
  t.equal((made as object[]).length, 1)
  await close(page)
})

await browserTest('rows that are edited after a lost answer are pasted once', async (t) => {
  for (const n of [1, 2])
    await createRecord(api, 'componenttypes', {
      description: `Bit ${n}`,
      itoArticlenumber: `B-${n}`,
    })
  const hall = await createRecord(api, 'assemblytypes', { name: 'Hall T', description: 'Tom' })
  const page = await open('/assemblies', { permissions: ['clipboard-read', 'clipboard-write'] })
  await loseAnswer(page, /\/lines$/)
  await page.evaluate(() => navigator.clipboard.writeText('Nummer\tAntall\nB-1\t2\nB-2\t3'))
  await choose(page, 'Hall T', 'Administrer')
  await top(page).getByText('Ingen komponenter lagt til').waitFor()
  await page.keyboard.press('Control+v')
  const add = top(page).getByRole('button', { name: 'Legg til 2 linjer' })
  await add.click()
  await top(page).getByText('Får ikke kontakt med serveren').waitFor()
  await top(page).getByLabel('Antall, linje 1').fill('5')
  await page.keyboard.press('Tab')
  await add.click()
  await top(page).getByText('2 linjer er lagt til').waitFor()
  const links = await fetchList(page, `/api/assemblytypes/${hall}/components`)
  t.match(links, [{ quantity: 5 }, { quantity: 3 }])
  await close(page)
})

await browserTest('a notification covers nothing of a high dialog', async (t) => {
  const page = await open('/motortypes')
  await page.route('**/api/motortypes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Legg til motortype' }).first().click()
  const dialog = dialogOf(page)
  const form = dialog.locator('form')
  await dialog.getByLabel('Leverandør art.nr *').fill('DRN 80')
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await dialog.getByRole('button', { name: 'Opprett motortype' }).click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Kunne ikke opprette motortype' })
    // A toast under the pointer stays.
    await toast.hover()
    await picture(page, `toast-over-dialog-${width}`)
    const [above, below] = [(await toast.boundingBox())!, (await form.boundingBox())!]
    t.ok(above.y >= 0 && above.y + above.height <= below.y, `${width} px wide`)
    t.ok(below.y + below.height <= 800, 'and all of the dialog is in the window')
    await page.getByRole('button', { name: 'Lukk varsel' }).click()
    await toast.waitFor({ state: 'detached' })
  }
  t.equal(await dialog.count(), 1)
  await page.context().close()
})

await browserTest('a double click on save, on a slow network, saves once', async (t) => {
  const page = await open('/suppliers')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/suppliers', async (route) => {
    if (route.request().method() === 'POST') await asked
    await route.continue()
  })
  await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Navn *').fill('Dobbeltklikk')
  await dialog.getByLabel('Ordre e-post *').fill('a@b.no')
  await dialog.getByRole('button', { name: 'Opprett leverandør' }).dblclick()
  const saving = dialog.getByRole('button', { name: 'Oppretter...' })
  t.ok(await saving.isDisabled())
  t.ok(await saving.evaluate((button) => button === document.activeElement), 'keeps the focus')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  t.equal(await dialog.count(), 1, 'Escape waits while saving')
  answer()
  await dialog.waitFor({ state: 'detached' })
  t.equal(await countNamed(api, 'suppliers', 'Dobbeltklikk'), 1)
  await close(page)
})

await browserTest('a record in use is not deleted, and the list says what uses it', async (t) => {
  const supplierId = await createRecord(api, 'suppliers', { name: 'Eier AS', orderEmail: 'a@b.no' })
  await createRecord(api, 'manufacturers', { name: 'Produsent i bruk', supplierId })
  const page = await open('/suppliers')
  page.once('dialog', (asked) => void asked.accept())
  await rowOf(page, 'Eier AS').getByRole('button', { name: 'Slett' }).click()
  await toastOf(page, 'Produsent i bruk').waitFor()
  await rowOf(page, 'Eier AS').waitFor()
  t.equal(await countNamed(api, 'suppliers', 'Eier AS'), 1)
  await close(page)
})

await browserTest(
  'after a deletion or a bulk change the keyboard goes on where it was',
  async (t) => {
    await createRecord(api, 'componenttypes', { description: 'Del 0' })
    const ids: number[] = []
    for (const description of ['Del 1', 'Del 2', 'Del 3'])
      ids.push(await createRecord(api, 'componenttypes', { description }))
    const ramme = await createRecord(api, 'assemblytypes', { name: 'Ramme', description: 'Ramme' })
    for (const componentId of ids.slice(1))
      await api('POST', `/api/assemblytypes/${ramme}/components`, { componentId, quantity: 1 })

    const page = await open('/assemblies')
    page.on('dialog', (asked) => void asked.accept())
    const focused = (one: Locator) => t.resolves(one.and(page.locator(':focus')).waitFor())
    const dialog = dialogOf(page)
    await choose(page, 'Ramme', 'Administrer')
    await dialog.getByRole('button', { name: 'Fjern Del 2' }).press('Enter')
    await focused(dialog.getByRole('button', { name: 'Fjern Del 3' }))
    await page.keyboard.press('Enter')
    await focused(dialog.getByRole('button', { name: 'Legg til komponent' }))

    await page.goto('/components')
    await rowOf(page, 'Del 1').getByRole('button', { name: 'Slett' }).press('Enter')
    await focused(rowOf(page, 'Del 2').getByRole('button', { name: 'Slett' }))
    await rowOf(page, 'Del 2').press('Enter')
    await dialog.getByRole('button', { name: 'Slett' }).press('Enter')
    await focused(rowOf(page, 'Del 3'))

    // The bar with its buttons goes with the marks.
    await page.getByRole('checkbox', { name: 'Merk Del 3' }).press('Space')
    await page.getByRole('button', { name: 'Endre', exact: true }).press('Enter')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Type', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Type' }).fill('Feste')
    await dialog.getByRole('button', { name: 'Vis hva som vil skje' }).press('Enter')
    await dialog.getByRole('button', { name: 'Endre 1 av 1 komponent' }).press('Enter')
    await toastOf(page, '1 komponent oppdatert').waitFor()
    await t.resolves(page.waitForSelector('main:focus, main :focus'))
    await close(page)
  },
)

await browserTest('a comma in a quantity does not make it ten times as many', async (t) => {
  await createRecord(api, 'componenttypes', { description: 'Profil' })
  const id = await createRecord(api, 'assemblytypes', { name: 'Stativ', description: 'Tomt' })
  const page = await open(`/innkjop?assembly=${id}:2`, { locale: 'en-US' })
  const quantityOf = (name: RegExp) => page.getByRole('spinbutton', { name })
  const typed = async (name: RegExp) => {
    const quantity = quantityOf(name)
    await quantity.fill('')
    await quantity.pressSequentially('12,5')
    await page.keyboard.press('Tab')
    return quantity.inputValue()
  }
  t.equal(await typed(/^Antall av/), '12', 'the last valid number')
  await page.goto('/assemblies')
  await choose(page, 'Stativ', 'Administrer')
  await top(page).getByRole('button', { name: 'Legg til komponent' }).click()
  await top(page).getByRole('option', { name: 'Profil' }).click()
  t.equal(await typed(/^Profil/), '1', 'invalid falls back to 1')
  await quantityOf(/^Profil/).press('ArrowUp')
  t.equal(await quantityOf(/^Profil/).inputValue(), '2')
  await close(page)
})

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
