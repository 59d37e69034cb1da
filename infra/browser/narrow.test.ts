import type { Locator, Page } from 'playwright-core'
import suite from 'tap'
import { seriousFaults } from './accessibility.ts'
import { createRecord, discard } from './page-actions.ts'
import { choose, top } from './assembly-actions.ts'
import { withMouse } from './pointer.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

if (found) {
  await createRecord(api, 'componenttypes', { description: 'Skrue M8', type: 'Festemiddel' })
  await createRecord(api, 'assemblytypes', { name: 'Ramme', description: 'Bærende ramme' })
}

/** The visible height of the element's scroll container. */
const roomAround = (element: Locator): Promise<number> =>
  element.evaluate((inner) => {
    let around = inner.parentElement!
    const scrolls = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflowY)
    while (!scrolls(around)) around = around.parentElement!
    return around.clientHeight
  })

for (const [name, width, height] of [
  ['400 % zoom', 320, 256],
  ['a phone on its side', 844, 390],
] as const)
  await browserTest(`${name}: dialogs have room for what they are about`, async (t) => {
    const page = await open('/components')
    // After the login, which waits for a menu that so small a window does not show.
    await page.setViewportSize({ width, height })
    const most = height * 0.8
    await page.getByRole('button', { name: 'Legg til komponent' }).first().click()
    const factor = top(page).getByLabel('Prisfaktor')
    await factor.fill('0.05')
    await page.keyboard.press('Tab')
    await top(page).getByText('Følgende felter må korrigeres:').waitFor()
    t.ok((await roomAround(factor)) > most, 'form with errors')
    await picture(page, `low-form-${height}`)
    await top(page).getByRole('button', { name: 'Avbryt' }).click()
    await discard(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Importer CSV' }).click()
    t.ok((await roomAround(top(page).getByText('3. Last opp fil'))) > most, 'import')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Skrue M8' }).click()
    t.ok((await roomAround(top(page).getByText('Festemiddel').last())) > most, 'detail')

    await page.goto('/assemblies')
    await choose(page, 'Ramme', 'Administrer')
    await top(page).getByRole('button', { name: 'Legg til komponent' }).click()
    await top(page).getByRole('option').first().waitFor()
    const list = (await top(page).getByRole('listbox').boundingBox())!
    t.ok(list.height > height * 0.3, 'picker')
    await page.context().close()
  })

const look = (element: Locator) =>
  element.evaluate(async (one) => {
    await Promise.allSettled(one.getAnimations().map((animation) => animation.finished))
    const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(one)
    return { background: backgroundColor, edge: `${borderTopWidth} ${borderTopColor}` }
  })
const edge = /^1px rgb\(0, 0, 0\)$/

await browserTest('forced colours show what is selected, switched on and open', async (t) => {
  const page = await open('/components', { forcedColors: 'active', reducedMotion: 'reduce' })
  const differs = async (one: Locator, other: Locator, what: string) =>
    t.not((await look(one)).background, (await look(other)).background, what)
  await differs(
    page.getByRole('link', { name: 'Komponenter' }),
    page.getByRole('link', { name: 'Sensorer' }),
    'active entry',
  )
  await differs(
    page.getByRole('button', { name: 'Listevisning' }),
    page.getByRole('button', { name: 'Kortvisning' }),
    'view',
  )
  t.match((await look(page.getByRole('button', { name: 'Legg til komponent' }))).edge, edge)

  await page.goto('/assemblies')
  await choose(page, 'Ramme', 'Administrer')
  await top(page).getByRole('tab', { name: 'Attributter' }).click()
  await top(page).getByRole('button', { name: 'Legg til attributt' }).click()
  t.match((await look(top(page).locator('form'))).edge, edge, 'dialog')
  const toggle = top(page).getByRole('switch')
  const on = await look(toggle)
  await toggle.uncheck()
  t.not((await look(toggle)).background, on.background, 'switch')
  await picture(page, 'forced-colours')
  await page.context().close()
})

/** Where a column's edge can be grabbed inside the sticky column's header. */
const grabbableEdges = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const { left, right, top: y } = document.querySelector('th')!.getBoundingClientRect()
    const xs = Array.from({ length: Math.floor(right - left) - 12 }, (_, at) => left + 1 + at)
    return xs.filter((x) => document.elementFromPoint(x, y + 20)?.matches('.cursor-col-resize'))
  })

await browserTest(
  'columns that are scrolled away leave no resize handles over the sticky one',
  async (t) => {
    const page = await open('/components', { viewport: { width: 1000, height: 800 } })
    const grid = page.getByRole('grid')
    await grid.waitFor()
    for (const left of [40, 100, 160, 220, 280]) {
      await grid.evaluate((table, to) => table.parentElement!.scrollTo({ left: to }), left)
      t.same(await grabbableEdges(page), [], `scrolled by ${left}`)
    }
    await page.context().close()
  },
)

await browserTest(
  'on a phone, search over all works by keyboard on top of any dialog',
  async (t) => {
    const page = await open('/components')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Søk i alt' }).first().click()
    const field = page.getByRole('combobox', { name: 'Søk i alt' })
    await field.fill('m8 skreu')
    await page.getByRole('option', { name: 'Skrue M8' }).waitFor()
    t.same(await seriousFaults(page), [])
    await picture(page, 'palette-390')
    await field.press('Enter')
    await page.waitForURL(/\/components\/\d+$/)
    await top(page).getByText('Festemiddel').first().waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('ramme')
    await page.getByRole('option', { name: 'Vis stykkliste for Ramme' }).waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await top(page).getByText('Festemiddel').first().waitFor()
    await page.context().close()
  },
)

await browserTest('the security log is read on a phone without scrolling sideways', async (t) => {
  const page = await open('/sikkerhetslogg')
  await page.setViewportSize({ width: 390, height: 844 })
  const log = page.getByRole('region', { name: 'Hendelser' })
  await log.getByText('rolle: administrator').filter({ visible: true }).waitFor()
  await page.waitForFunction(
    ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
    await log.elementHandle(),
  )
  t.same(await seriousFaults(page), [])
  await page.context().close()
})

/** What holds wider contents than it shows, other than a row of tabs. */
const tooWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, section, div')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .filter((one) => one.matches('html') || /auto|scroll/.test(getComputedStyle(one).overflowY))
      .filter((one) => !one.matches('[role=tablist]'))
      .map(({ textContent, scrollWidth }) => `${scrollWidth}: ${textContent.slice(0, 40)}`),
  )

await browserTest('on a phone, a name of 120 letters without a space widens nothing', async (t) => {
  const endless = (name: string) => name.padEnd(120, 'æøå')
  const name = endless('Samling')
  const orderEmail = `${'a'.repeat(60)}@b.no`
  const supplierId = await createRecord(api, 'suppliers', { name: endless('Hos'), orderEmail })
  const assembly = { name, description: endless('Om'), type: endless('Type'), drawingNumber: name }
  const id = await createRecord(api, 'assemblytypes', assembly)
  const part = { description: endless('Del'), type: endless('Slag'), supplierId }
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

  await page.goto(`/innkjop?assembly=${id}`)
  await page.getByText('E-postutkast').waitFor()
  t.same(await tooWide(page), [], 'purchasing')
  await page.goto(`/components/${componentId}`)
  await top(page).getByText('Direkte').waitFor()
  t.same(await tooWide(page), [], 'details')
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
  t.ok(width > 100, `${width} px`)
  t.same(await tooWide(page), [])
  await page.context().close()
})

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
