import type { Page } from 'playwright-core'
import suite from 'tap'
import { seriousFaults } from './accessibility.ts'
import { createRecord, dialogOf, discard, toastOf } from './page-actions.ts'
import { choose, top } from './assembly-actions.ts'
import { withFinger, withMouse } from './pointer.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

/** Suppliers and motors share one kind of form, assemblies have another. */
const lists = [
  { path: 'suppliers', noun: 'leverandør', entry: 'Leverandører' },
  { path: 'motortypes', noun: 'motortype', entry: 'Motorer' },
  { path: 'assemblies', noun: 'sammenstilling', entry: 'Sammenstillinger' },
] as const
/** Pages of the sidebar without a form. */
const formless = ['Dashboard', 'Prosjekter']

if (found) {
  const supplierId = await createRecord(api, 'suppliers', { name: 'Ahlsell', orderEmail: 'a@b.no' })
  await createRecord(api, 'manufacturers', { name: 'Festo', supplierId })
  await createRecord(api, 'componenttypes', { description: 'Skrue M8', supplierId })
  await createRecord(api, 'motortypes', { supplierArticlenumber: 'DRN80', description: 'Girmotor' })
  await createRecord(api, 'sensortypes', { description: 'Fotocelle' })
  await createRecord(api, 'assemblytypes', { name: 'Ramme', description: 'Bærende ramme' })
}

const closed = (page: Page, count = 0) =>
  page.waitForFunction((left) => document.querySelectorAll('[role=dialog]').length === left, count)
const isTyping = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.matches('input, textarea, select'))
const editOf = async (page: Page, path: string) => {
  if (path === 'assemblies') await choose(page, 'Ramme', 'Rediger')
  else await page.getByRole('button', { name: 'Rediger' }).first().click()
}

const options = { reducedMotion: 'no-preference' } as const
/** A finger is tried on one form of each kind, since all of a kind take a press alike. */
const ways = [
  { way: 'mouse', press: withMouse, shown: lists, options },
  {
    way: 'finger',
    press: withFinger,
    shown: lists.filter(({ path }) => path !== 'suppliers'),
    options: { ...options, hasTouch: true, viewport: { width: 1366, height: 1024 } },
  },
] as const

for (const { way, press, shown, options } of ways) {
  await browserTest(
    `by ${way}: Avbryt and the cross close every form that was just opened`,
    async (t) => {
      const page = await open('/', options)
      const links = page.getByRole('navigation', { name: 'Hovedmeny' }).getByRole('link')
      const all = (await links.allTextContents()).filter((entry) => !formless.includes(entry))
      t.ok(all.length >= 6, all.join())
      const adding = page.getByRole('button', { name: /^Legg til / })
      let last = ''
      for (const entry of way === 'mouse' ? all : shown.map(({ entry }) => entry)) {
        await links.getByText(entry).click()
        await adding
          .filter({ hasNotText: last || /^$/ })
          .first()
          .waitFor()
        last = await adding.first().innerText()
        for (const button of ['Avbryt', 'Lukk']) {
          await adding.first().click()
          await isTyping(page)
          await press(page, dialogOf(page).getByRole('button', { name: button }))
          await t.resolves(closed(page), `${entry}: ${button}`)
        }
      }
      await close(page)
    },
  )

  await browserTest(
    `by ${way}: what comes into a dialog moves no button from under a press`,
    async (t) => {
      const page = await open('/', options)
      for (const { path, noun } of shown) {
        for (const button of ['Avbryt', 'Lukk']) {
          await page.goto(`/${path}`)
          let answer = () => {}
          const asked = new Promise<void>((resolve) => (answer = resolve))
          await page.route(/\/api\/[a-z]+\/\d+$/, async (route) => {
            await asked
            await route.continue()
          })
          await editOf(page, path)
          const dialog = dialogOf(page)
          await dialog.getByText('Laster...').waitFor()
          await press(page, dialog.getByRole('button', { name: button }), async () => {
            answer()
            await dialog.locator('[name=name], [name=description]').first().waitFor()
          })
          await t.resolves(closed(page), `${noun}: ${button}`)
          await page.unroute(/\/api\/[a-z]+\/\d+$/)
        }
      }
      await close(page)
    },
  )

  await browserTest(`by ${way}: a form is sent by one press after a correction`, async (t) => {
    const page = await open('/suppliers', options)
    await page.getByRole('button', { name: 'Legg til leverandør' }).first().click()
    const dialog = dialogOf(page)
    const address = dialog.getByLabel('Ordre e-post *')
    await isTyping(page)
    await page.keyboard.press('Tab')
    await dialog.getByText('Dette feltet er påkrevd').first().waitFor()
    t.ok(await address.evaluate((field) => field === document.activeElement), 'Tab goes on')
    await dialog.getByLabel('Navn *').fill(`Rettet med ${way}`)
    await address.fill('ikke en adresse')
    await page.keyboard.press('Tab')
    await dialog.getByText('Følgende felter må korrigeres:').waitFor()
    await address.fill('rett@adresse.no')
    await dialog.getByText('Følgende felter må korrigeres:').waitFor({ state: 'detached' })
    await press(page, dialog.getByRole('button', { name: 'Opprett leverandør' }))
    await t.resolves(closed(page), 'sent')
    await toastOf(page, 'Leverandør opprettet').waitFor()
    await close(page)
  })

  await browserTest(
    `by ${way}: a field left empty moves neither switch nor button of its form`,
    async (t) => {
      const page = await open('/motortypes', options)
      await page.getByRole('button', { name: 'Legg til motortype' }).first().click()
      const dialog = dialogOf(page)
      const brake = dialog.getByLabel('Brems')
      await dialog.getByLabel('Prisfaktor').fill('0.05')
      await press(page, brake)
      await brake.and(dialog.locator(':checked')).waitFor()
      await dialog.getByText('Følgende felter må korrigeres:').waitFor()
      await press(page, dialog.getByRole('button', { name: 'Lukk' }))
      await discard(page)
      await t.resolves(closed(page))
      await close(page)
    },
  )

  await browserTest(`by ${way}: clone, attribute, picker and import`, async (t) => {
    const page = await open('/assemblies', options)
    const closes = async (name: string, left = 0) => {
      await press(page, top(page).getByRole('button', { name }))
      await t.resolves(closed(page, left), `${name}, ${left} left`)
    }
    for (const name of ['Avbryt', 'Lukk']) {
      await choose(page, 'Ramme', 'Klone sammenstilling')
      await isTyping(page)
      await top(page).getByLabel('Navn på ny sammenstilling *').fill('')
      await closes(name, 2)
      await closes('Forkast')
    }
    await choose(page, 'Ramme', 'Administrer')
    for (const name of ['Avbryt', 'Lukk']) {
      await top(page).getByRole('tab', { name: 'Attributter' }).click()
      await top(page).getByRole('button', { name: 'Legg til attributt' }).click()
      await isTyping(page)
      await closes(name, 1)
      await top(page).getByRole('tab', { name: 'Komponenter' }).click()
      await top(page).getByRole('button', { name: 'Legg til komponent' }).click()
      await top(page).getByRole('option').first().waitFor()
      await top(page).getByLabel('Antall').fill('')
      await closes(name, 1)
    }
    await closes('Lukk')

    await choose(page, 'Ramme', 'Klone sammenstilling')
    const cloned = top(page).getByLabel('Navn på ny sammenstilling *')
    await cloned.fill('')
    await page.keyboard.press('Tab')
    await top(page).getByText('Følgende felter må korrigeres:').waitFor()
    await cloned.fill(`Klonet med ${way}`)
    await press(page, top(page).getByRole('button', { name: 'Klone sammenstilling' }))
    await t.resolves(closed(page), 'cloned with one key')

    await page.goto('/components')
    for (const name of ['Avbryt', 'Lukk']) {
      await page.getByRole('button', { name: 'Importer CSV' }).click()
      await closes(name)
    }
    await close(page)
  })
}

await browserTest('Back and reload ask before input is lost, and the input is kept', async (t) => {
  const page = await open('/components')
  await page.getByRole('button', { name: 'Legg til komponent' }).first().click()
  const description = dialogOf(page).getByLabel('Beskrivelse *')
  await description.fill('Halvferdig skrue')
  await page.waitForFunction(() => (history.state as { depth?: number } | null)?.depth === 1)
  await page.goBack()
  await page.getByRole('heading', { name: 'Forkaste endringene?' }).waitFor()
  t.same(await seriousFaults(page), [], 'question')
  await picture(page, 'discard-question')
  await page.getByRole('button', { name: 'Fortsett å redigere' }).click()
  t.equal(await description.inputValue(), 'Halvferdig skrue')
  const asked: string[] = []
  page.on('dialog', (leaving) => {
    asked.push(leaving.type())
    void leaving.accept()
  })
  await page.reload()
  t.same(asked, ['beforeunload'])
  await page.getByRole('button', { name: 'Legg til komponent' }).first().click()
  await dialogOf(page).getByText('Du har et utkast fra').waitFor()
  t.same(await seriousFaults(page), [], 'draft')
  await picture(page, 'draft')
  await dialogOf(page).getByRole('button', { name: 'Hent det' }).click()
  t.equal(await description.inputValue(), 'Halvferdig skrue')
  await page.keyboard.press('Escape')
  await discard(page)
  await t.resolves(closed(page))
  await close(page)
})

await browserTest('an amount is stored as typed or refused, but never changed', async (t) => {
  for (const [locale, leaving] of Object.entries({ 'nb-NO': 'Tab', 'en-US': 'Enter' })) {
    const page = await open('/components', { locale })
    await page.getByRole('button', { name: 'Legg til komponent' }).first().click()
    const cost = dialogOf(page).getByLabel('Kostpris')
    const typed = async (text: string) => {
      await cost.fill('')
      await cost.pressSequentially(text)
    }
    for (const [text, amount] of Object.entries({
      '1.234,50': '1234,5',
      '1,234.50': '1234,5',
      '12,5': '12,5',
      '1 234,50': '1234,5',
      'kr 1 234,50': '1234,5',
      '1.234.567,8': '1234567,8',
    })) {
      await typed(text)
      t.equal(await cost.inputValue(), text, `${text} is typed in ${locale}`)
      await page.keyboard.press('Tab')
      t.equal(await cost.inputValue(), amount, `${text} is read in ${locale}`)
    }
    const amounts = { '1.2.5': '12,5', '12.34,5': '1234,5', '1.234.5': '1234,5' }
    for (const [text, corrected] of Object.entries(amounts)) {
      await typed(text)
      await page.keyboard.press(leaving)
      await dialogOf(page).getByText('Kostpris: Verdien må være et tall').waitFor()
      t.equal(await cost.inputValue(), text, `${text} remains in ${locale}`)
      await cost.fill(text.replace('.', ''))
      await page.keyboard.press('Tab')
      t.equal(await cost.inputValue(), corrected, `${text} corrected in ${locale}`)
      await cost.fill('')
      await page.waitForSelector('[name="pricing.costPrice"][aria-invalid=false]')
    }
    await cost.fill('2,5')
    for (const [key, amount] of Object.entries({ ArrowUp: '2,51', ArrowDown: '2,5' })) {
      await page.keyboard.press(key)
      t.equal(await cost.inputValue(), amount, `${key} in ${locale}`)
    }
    await close(page)
  }
})

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
