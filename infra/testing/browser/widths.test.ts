import { strFromU8, unzipSync } from 'fflate'
import type { Page, Route } from 'playwright-core'
import suite from 'tap'
import { choose, top } from './assembly-actions.ts'
import { createRecord } from './page-actions.ts'
import { withMouse } from './pointer.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

/** What holds wider contents than it shows, other than a row of tabs. */
const tooWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, section, div')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .filter((one) => one.matches('html') || /auto|scroll/.test(getComputedStyle(one).overflowY))
      .filter((one) => !one.matches('[role=tablist]'))
      .map(({ textContent, scrollWidth }) => `${scrollWidth}: ${textContent.slice(0, 40)}`),
  )

const endless = (name: string) => name.padEnd(120, 'æøå')

const withEndlessNames = async (route: Route) => {
  const response = await route.fetch()
  const text = await response.text()
  const body = text.replaceAll(/"(name|user)" ?: ?"[^"]*"/g, `"$1":"${endless('kari')}"`)
  await route.fulfill({ contentType: 'application/json', body })
}

await browserTest('on a phone, a name of 120 letters without a space widens nothing', async (t) => {
  const name = endless('Samling')
  const orderEmail = `${'a'.repeat(60)}@b.no`
  const supplier = { name: endless('Hos'), orderEmail, contactPerson: 'Ola' }
  const supplierId = await createRecord(api, 'suppliers', supplier)
  const assembly = { name, description: endless('Om'), type: endless('Type'), drawingNumber: name }
  const id = await createRecord(api, 'assemblytypes', assembly)
  const supplierArticlenumber = endless('Art')
  const part = {
    description: endless('Del'),
    type: endless('Slag'),
    supplierId,
    supplierArticlenumber,
  }
  const pricing = { costPrice: 1_234_567.89 }
  const componentId = await createRecord(api, 'componenttypes', { ...part, pricing })
  const notes = endless('Notat')
  await api('POST', `/api/assemblytypes/${id}/components`, { componentId, quantity: 2, notes })
  const attribute = { description: endless('Lengde'), value: endless('Verdi') }
  await api('POST', `/api/assemblytypes/${id}/attributes`, attribute)

  const page = await open('/konto')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Ny API-nøkkel' }).click()
  await top(page).getByLabel('Navn').fill(endless('Skript').slice(0, 100))
  await top(page).getByRole('button', { name: 'Lag nøkkel' }).click()
  await top(page).getByRole('button', { name: 'Ferdig' }).click()
  await page.getByText('Skriptæøå').waitFor()
  t.same(await tooWide(page), [], 'API keys')

  await page.route('**/api/journal*', withEndlessNames)
  await page.goto(`/revisjon?entity=suppliers&id=${supplierId}`)
  await page.getByText('Leverandør «Hos').click()
  const filter = (await page.getByRole('button', { name: 'Alt av kari' }).boundingBox())!
  t.ok(filter.x + filter.width < 390, 'journal')
  const label = (await page.getByRole('rowheader', { name: 'Kontaktperson' }).boundingBox())!
  t.ok(label.height < 30, 'a label on one line')

  await page.goto(`/innkjop?assembly=${id}`)
  await page.getByText('E-postutkast').waitFor()
  t.same(await tooWide(page), [], 'purchasing')
  await page.setViewportSize({ width: 768, height: 844 })
  t.same(await tooWide(page), [], 'purchasing with more columns')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/components/${componentId}`)
  await top(page).getByText('Direkte').waitFor()
  t.same(await tooWide(page), [], 'details')
  await page.route('**/api/pricing/history*', withEndlessNames)
  await top(page).getByRole('button', { name: 'Historikk' }).click()
  await top(page).getByRole('tab', { name: 'Priser' }).click()
  await top(page).getByRole('rowheader', { name: 'kariæøå' }).waitFor()
  t.same(await tooWide(page), [], 'prices')
  await page.goto('/assemblies?q=Samling&view=list')
  await choose(page, name, 'Klone sammenstilling')
  await top(page).getByLabel('Navn på ny sammenstilling').waitFor()
  t.same(await tooWide(page), [], 'list and clone')
  await top(page).getByRole('button', { name: 'Avbryt' }).click()
  await choose(page, name, 'Vis stykkliste')
  await top(page).getByText('Notatæøå').waitFor()
  t.same(await tooWide(page), [], 'stykkliste')
  await top(page).getByRole('tab', { name: 'Sammendrag' }).click()
  await top(page).getByRole('rowheader', { name: 'Delæøå' }).waitFor()
  t.same(await tooWide(page), [], 'summary')
  await page.keyboard.press('Escape')
  await choose(page, name, 'Administrer')
  await top(page).getByText('Notatæøå').first().waitFor()
  t.same(await tooWide(page), [], 'parts')
  await top(page).getByRole('tab', { name: 'Attributter' }).click()
  await top(page).getByText('Lengdeæøå').waitFor()
  t.same(await tooWide(page), [], 'attributes')

  await top(page).getByRole('tab', { name: 'Signaler' }).click()
  const signal = top(page).getByLabel('Navn')
  await signal.fill(endless('Nødstopp'))
  await withMouse(page, top(page).getByRole('button', { name: 'Legg til signal' }))
  await signal.and(page.locator(':focus')).waitFor()
  t.equal(await signal.inputValue(), '', 'ready for the next signal')
  t.same(await tooWide(page), [], 'signals')
  await page.context().close()
})

const printed = async (page: Page, path: string): Promise<readonly number[]> => {
  await page.goto(path)
  await page.getByText('Delæøå').first().waitFor()
  // The page may not listen yet.
  await page.waitForFunction(() => {
    dispatchEvent(new Event('beforeprint'))
    return document.querySelector('.print-page') !== null
  })
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('.print-page')
  await paper.getByText('Delæøå').first().waitFor()
  const widths = await paper.evaluate((one) => [one.scrollWidth, one.clientWidth])
  await page.emulateMedia({ media: 'screen' })
  return widths
}

/** The report of an audit export, each of its cells beginning with the name. */
const reportWith = async (page: Page, name: string): Promise<string> => {
  const answer = await page.request.get('/api/audit/export?entity=assemblytypes')
  const report = strFromU8(unzipSync(await answer.body())['report.html']!)
  return report.replaceAll('<td>', `<td>${name} `)
}

await browserTest('on paper, a name of 120 letters without a space is whole', async (t) => {
  const name = endless('Samling')
  const supplier = { name: endless('Hos'), orderEmail: 'a@b.no' }
  const supplierId = await createRecord(api, 'suppliers', supplier)
  const id = await createRecord(api, 'assemblytypes', { name, description: 'Lang' })
  const pricing = { costPrice: 1_234_567.89 }
  const part = { description: endless('Del'), supplierId, pricing }
  const componentId = await createRecord(api, 'componenttypes', part)
  await api('POST', `/api/assemblytypes/${id}/components`, { componentId, quantity: 2 })
  const page = await open()
  // Of an A4 sheet within its margins.
  await page.setViewportSize({ width: 688, height: 1000 })
  const bom = `/assemblies/${id}`
  for (const path of [
    `/innkjop?assembly=${id}`,
    bom,
    `${bom}?tab=hierarki`,
    `${bom}?tab=sammendrag`,
  ]) {
    const [wide, sheet] = await printed(page, path)
    t.equal(wide, sheet, path)
  }
  const report = await reportWith(page, name)
  await page.goto('about:blank')
  await page.setContent(report)
  await page.emulateMedia({ media: 'print' })
  const [wide, sheet] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth]
  })
  t.equal(wide, sheet, 'report')
  await page.context().close()
})

await browserTest('Tab goes through the buttons of cards as they stand', async (t) => {
  const page = await open('/components?view=grid')
  for (const width of [600, 700, 900, 1000, 1100]) {
    await page.setViewportSize({ width, height: 700 })
    const seen: { x: number; y: number }[] = []
    await page.getByLabel('Søk komponenter').focus()
    const last = page.getByRole('button', { name: 'Kolonner' }).and(page.locator(':focus'))
    while ((await last.count()) === 0) {
      await page.keyboard.press('Tab')
      seen.push((await page.locator(':focus').boundingBox())!)
    }
    t.ok(seen.length > 5, `${width} px`)
    t.same(
      seen,
      seen.toSorted((a, b) => (Math.abs(a.y - b.y) < 20 ? a.x - b.x : a.y - b.y)),
    )
  }
  await page.context().close()
})

await browserTest('nothing comes under the pointer that chose cards, at any width', async (t) => {
  const page = await open('/components?view=list')
  for (const width of [500, 600, 700, 800, 900, 1000]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/components?view=list')
    await page.getByRole('grid').waitFor()
    const cards = page.getByRole('button', { name: 'Kortvisning' })
    const before = await cards.boundingBox()
    await withMouse(page, cards)
    await page.getByLabel('Sorter etter').waitFor()
    t.same(await cards.boundingBox(), before, `${width} px`)
  }
  await page.context().close()
})

await browserTest('the buttons of a card stand on one line beside the open sidebar', async (t) => {
  await createRecord(api, 'suppliers', { name: 'Ahlsell', orderEmail: 'a@b.no' })
  const page = await open('/suppliers?q=Ahlsell&view=grid')
  const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())!.y
  t.equal(await topOf('Slett'), await topOf('Historikk'))
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/suppliers?q=Ahlsell&view=list')
  const badge = (await page.getByText('filtrert', { exact: true }).boundingBox())!
  t.ok(badge.height < 25, 'a badge stays on one line, too')
  await close(page)
})

await browserTest('beside the open sidebar, a description is read in whole words', async (t) => {
  const description = 'Fotocelle med rekkevidde'
  const componentId = await createRecord(api, 'componenttypes', {
    description,
    supplierArticlenumber: 'LS-RX4-M12',
    pricing: { costPrice: 12_498 },
  })
  const id = await createRecord(api, 'assemblytypes', { name: 'Portal', description: 'Av stål' })
  await api('POST', `/api/assemblytypes/${id}/components`, { componentId, quantity: 240 })
  const page = await open(`/innkjop?assembly=${id}`)
  await page.setViewportSize({ width: 768, height: 900 })
  const name = page.getByRole('link', { name: description })
  await name.waitFor()
  const { width } = (await name.boundingBox())!
  t.ok(width > 60, `${width} px`)
  t.same(await tooWide(page), [])
  await page.context().close()
})

await browserTest(
  'the longest texts in the head of a record leave room for the rest',
  async (t) => {
    const longest = 'Skrue '.repeat(166)
    const texts = { description: longest, type: longest, itoArticlenumber: longest }
    const id = await createRecord(api, 'componenttypes', { ...texts, unit: 'stk' })
    const page = await open(`/components/${id}`)
    await page.setViewportSize({ width: 390, height: 844 })
    const body = top(page).getByRole('group', { name: 'Innhold' })
    await body.waitFor()
    const [{ height }, edit] = [
      (await body.boundingBox())!,
      await top(page).getByRole('button', { name: 'Rediger' }).boundingBox(),
    ]
    t.ok(height > 200, `${height} pixels are left for the fields`)
    t.ok(edit!.y + edit!.height <= 844, 'the buttons are in the window')
    await close(page)
  },
)
