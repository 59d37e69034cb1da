import type { Locator, Page } from 'playwright-core'
import suite from 'tap'
import { choose, top } from './assembly-actions.ts'
import { createRecord } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

/** Not a multiple of the cards in a line. */
const many = 61
const long = 'Z'.repeat(80)

const story = async () => {
  for (let at = 1; at < many; at++)
    await createRecord(api, 'componenttypes', { description: `Skive M${at}` })
  const notes = 'En linje som står alene.\n'.repeat(80)
  const part = { description: 'Skrue med sylinderhode', supplierArticlenumber: long, notes }
  const componentId = await createRecord(api, 'componenttypes', part)
  const frame = await createRecord(api, 'assemblytypes', { name: 'Ramme', description: 'Av stål' })
  await createRecord(api, `assemblytypes/${frame}/components`, { componentId, quantity: 4 })
  return componentId
}
const part = found ? await story() : 0

/** As wide as A4 between its margins. */
const onPaper = async (page: Page) => {
  await page.setViewportSize({ width: 688, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}
const onScreen = async (page: Page) => {
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1440, height: 900 })
}

await browserTest('a record is printed whole, and alone', async (t) => {
  const page = await open(`/components/${part}`)
  await top(page).getByText('Oppdatert', { exact: true }).waitFor()
  await onPaper(page)
  await picture(page, 'print-record')
  const last = top(page).getByText('Oppdatert', { exact: true })
  const clipped = await last.evaluate((one) => {
    const { bottom } = one.getBoundingClientRect()
    if (bottom > document.documentElement.scrollHeight) return 'the page'
    for (let above = one.parentElement; above; above = above.parentElement)
      if (
        getComputedStyle(above).overflowY !== 'visible' &&
        above.getBoundingClientRect().bottom < bottom
      )
        return above.outerHTML.slice(0, 200)
    return ''
  })
  t.equal(clipped, '')
  t.notOk(await page.locator('main').isVisible(), 'without the list behind it')
  t.notOk(await top(page).getByRole('button', { name: 'Lukk' }).isVisible())
  await onScreen(page)
  t.ok(await last.isVisible(), 'it is still open')
  await close(page)
})

await browserTest('a long list is printed whole, with its headings on every page', async (t) => {
  const page = await open('/components')
  await page.getByText(`Viser ${many} av ${many} komponenter`).waitFor()
  t.ok((await page.locator('tr[data-index]').count()) < many, 'not all are drawn on the screen')
  await onPaper(page)
  await picture(page, 'print-list')
  const paper = page.locator('.print-page')
  t.equal(await paper.locator('tbody tr').count(), many)
  t.ok(await paper.locator('tbody tr').last().isVisible())
  const head = paper.locator('thead')
  t.equal(await head.evaluate((one) => getComputedStyle(one).display), 'table-header-group')
  t.equal(await page.getByText(/^Utskriften har/).count(), 0, 'all of it is there')
  await onScreen(page)
  t.equal(await paper.count(), 0)
  const scroller = page.getByRole('grid').locator('..')
  await scroller.evaluate((one) => (one.scrollTop = 500))
  await page.pdf()
  await page.waitForFunction(
    () => document.querySelector('[role=grid]')!.parentElement!.scrollTop === 500,
  )
  await close(page)
})

await browserTest('a list on paper has all its columns, and no buttons', async (t) => {
  const page = await open('/components')
  await page.getByRole('grid').waitFor()
  const shown = await page.getByRole('columnheader').count()
  await onPaper(page)
  await picture(page, 'print-list-columns')
  const heads = page.getByRole('columnheader').filter({ visible: true })
  t.equal(await heads.count(), shown - 2, 'all but the marks and the actions')
  for (const head of await heads.all()) {
    const { x, width } = (await head.boundingBox())!
    t.ok(width > 20 && x >= 0 && x + width <= 688, `${await head.textContent()} is on the paper`)
  }
  await onScreen(page)
  await close(page)
})

await browserTest('cards that are not drawn on the screen are on paper too', async (t) => {
  const page = await open('/components')
  await page.getByRole('button', { name: 'Kortvisning' }).click()
  const list = page.getByRole('list', { name: 'komponenter' })
  await list.waitFor()
  const cards = list.locator('> li > ul > li')
  t.ok((await cards.count()) < many)
  await onPaper(page)
  await picture(page, 'print-cards')
  t.equal(await cards.count(), many)
  t.ok(await cards.last().isVisible())
  t.equal(await page.getByText(/^Utskriften har/).count(), 0, 'all of it is there')
  t.equal(await cards.getByRole('checkbox').filter({ visible: true }).count(), 0, 'and no marks')
  const breaking = await cards.last().evaluate((card) => getComputedStyle(card).breakInside)
  t.equal(breaking, 'avoid', 'and none is cut by the end of a page')
  await onScreen(page)
  t.ok((await cards.count()) < many, 'and not all on the screen again')
  await close(page)
})

await browserTest('a long article number leaves room for the other columns', async (t) => {
  const page = await open('/assemblies')
  await choose(page, 'Ramme', 'Vis stykkliste')
  await top(page).getByText('Skrue med sylinderhode').waitFor()
  await onPaper(page)
  await picture(page, 'print-long-number')
  const cells = page.locator('.print-page tbody td')
  t.match(await cells.nth(2).innerText(), long, 'all of it')
  const lines = await cells.nth(1).evaluate((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell.firstElementChild!)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  t.equal(lines, 1, 'the description is on one line')
  await onScreen(page)
  await close(page)
})

const visibleControls = (page: Page) =>
  page.locator('button:visible, input:visible, select:visible').allInnerTexts()

await browserTest('a history is printed whole, without what can be pressed', async (t) => {
  const page = await open(`/components/${part}`)
  await top(page).getByRole('button', { name: 'Historikk' }).click()
  await top(page).getByText('Hver endring, den nyeste først.').waitFor()
  await top(page).getByText('Skrue med sylinderhode').last().waitFor()
  await onPaper(page)
  await picture(page, 'print-history')
  t.same(await visibleControls(page), ['Endringer'], 'what is shown')
  const frame = top(page).getByRole('heading', { name: 'Historikk' }).locator('../../../..')
  const [panel, last] = [frame, top(page).getByRole('listitem').last()]
  const bottom = async (one: Locator) => one.evaluate((is) => is.getBoundingClientRect().bottom)
  t.ok((await bottom(last)) <= (await bottom(panel)) + 1, 'all of it is in the frame')
  await onScreen(page)
  await close(page)
})

await browserTest('of what can narrow a list, paper has what does', async (t) => {
  const page = await open('/sikkerhetslogg')
  const user = page.locator('main').getByLabel('Brukernavn')
  const event = page.locator('main').getByRole('combobox')
  await page.getByRole('region', { name: 'Hendelser' }).waitFor()
  await onPaper(page)
  t.notOk((await user.isVisible()) || (await event.isVisible()), 'not the fields alone')
  await onScreen(page)
  await user.fill('admin')
  await page.getByRole('button', { name: 'Vis', exact: true }).click()
  await onPaper(page)
  t.ok(await user.isVisible(), 'whose events they are')
  t.notOk(await event.isVisible())
  await onScreen(page)
  const stand = await createRecord(api, 'assemblytypes', { name: 'Stativ', description: 'To' })
  const nut = await createRecord(api, 'componenttypes', { description: 'Mutter' })
  for (const componentId of [nut, part])
    await createRecord(api, `assemblytypes/${stand}/components`, { componentId, quantity: 1 })
  await page.goto('/assemblies')
  await choose(page, 'Stativ', 'Administrer')
  await top(page).getByRole('link', { name: 'Skrue med sylinderhode' }).waitFor()
  const search = top(page).getByPlaceholder('Søk i komponenter som er lagt til')
  await search.fill('skrue')
  await onPaper(page)
  t.ok(await search.isVisible())
  await onScreen(page)
  await search.fill('')
  await onPaper(page)
  t.notOk(await search.isVisible())
  await onScreen(page)
  await close(page)
})

await browserTest(
  'the journal says on paper what was asked for, and whether there is more',
  async (t) => {
    const page = await open('/revisjon?entity=componenttypes')
    await page.getByRole('button', { name: 'Vis eldre' }).waitFor()
    await page.locator('main summary').first().click()
    await page.getByRole('button', { name: 'Kopier hendelsen' }).waitFor()
    await onPaper(page)
    await picture(page, 'print-journal')
    const main = page.locator('main')
    t.ok(await main.getByLabel('Gjelder').isVisible())
    for (const unused of ['Fra dato', 'Til dato', 'Bruker', 'Post', 'Endring', 'Import'])
      t.notOk(await main.getByLabel(unused, { exact: true }).isVisible(), unused)
    t.equal(await main.locator('button:visible').count(), 0)
    t.match(await main.innerText(), /Utskriften har de \d+ nyeste. Det finnes eldre./)
    const event = main.getByRole('region', { name: 'Hendelsen' })
    t.ok(await event.evaluate((one) => one.scrollHeight <= one.clientHeight), 'the whole event')
    await onScreen(page)
    await close(page)
    t.same(complaints, [])
  },
)
