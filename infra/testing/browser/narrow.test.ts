import type { Locator, Page } from 'playwright-core'
import suite from 'tap'
import { seriousFaults } from './accessibility.ts'
import { createRecord, discard } from './page-actions.ts'
import { choose, top } from './assembly-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

if (found) {
  const bolt = { description: 'Skrue M8', type: 'Festemiddel' }
  const componentId = await createRecord(api, 'componenttypes', bolt)
  const frame = { name: 'Ramme', description: 'Bærende ramme' }
  const id = await createRecord(api, 'assemblytypes', frame)
  await createRecord(api, 'componenttypes', { description: 'Skive M8' })
  await api('POST', `/api/assemblytypes/${id}/components`, { componentId, quantity: 4 })
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

    // In so small a window Playwright's press of the next button was lost twice on a slow machine.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/assemblies')
    await choose(page, 'Ramme', 'Administrer')
    await top(page).getByRole('button', { name: 'Legg til komponent' }).click()
    await top(page).getByRole('option').first().waitFor()
    await page.setViewportSize({ width, height })
    const list = (await top(page).getByRole('listbox').boundingBox())!
    t.ok(list.height > height * 0.3, 'picker')

    await page.goto('/assemblies')
    await choose(page, 'Ramme', 'Vis stykkliste')
    const lines = top(page).getByRole('list', { name: 'Stykkliste' })
    await lines.waitFor({ state: 'attached' })
    t.ok((await roomAround(lines)) > 100, 'stykkliste')
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

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
