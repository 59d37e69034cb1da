import type { Page } from 'playwright-core'
import suite from 'tap'
import { osloDay } from '#contracts/days.ts'
import { currencies } from '#contracts/pricing.ts'
import { top } from './assembly-actions.ts'
import { createRecord } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

/** The amounts of cards that are not on one line. */
const brokenAmounts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('dd')].flatMap(({ firstChild }) => {
      const text = firstChild!.textContent!
      return text.split(' + ').filter((amount) => {
        const range = document.createRange()
        range.setStart(firstChild!, text.indexOf(amount))
        range.setEnd(firstChild!, text.indexOf(amount) + amount.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      })
    }),
  )

const cutCells = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=gridcell]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )

await browserTest('sums in six currencies leave room for names, and are in reach', async (t) => {
  const [inner, outer] = await Promise.all(
    ['Drivenhet med mange deler', 'Linje med mange valutaer'].map((name) =>
      createRecord(api, 'assemblytypes', { name, description: 'Valutaer' }),
    ),
  )
  for (const costPriceCurrency of currencies) {
    const pricing = { costPrice: 12_345_678.9, costPriceCurrency }
    const part = { description: `Del i ${costPriceCurrency}`, pricing }
    const componentId = await createRecord(api, 'componenttypes', part)
    await api('POST', `/api/assemblytypes/${inner}/components`, { componentId, quantity: 1_000 })
  }
  const link = { childAssemblyId: inner, quantity: 2 }
  await api('POST', `/api/assemblytypes/${outer}/subassemblies`, link)

  const page = await open('/assemblies')
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.getByText('Salgspris').last().waitFor()
  t.same(await brokenAmounts(page), [], 'an amount on a card is in one piece')
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/assemblies/${outer}`)
    await top(page).getByText('Salgspris').waitFor()
    const name = top(page).getByRole('link', { name: 'Drivenhet med mange deler' })
    t.ok((await name.boundingBox())!.height < 30, `a name on one line, ${width} px`)
    await top(page).getByLabel('Per dato').fill(osloDay())
    await top(page).getByRole('button', { name: 'Sammenlign med i dag' }).click()
    const costs = page.getByRole('region', { name: 'Forskjell i kostnad' })
    const last = costs.getByRole('row').last().getByRole('cell').last()
    await last.waitFor()
    await costs.hover()
    await page.mouse.wheel(5_000, 0)
    await page.waitForFunction(([one, most]) => one!.getBoundingClientRect().right <= most, [
      await last.elementHandle(),
      width,
    ] as const)
  }
  await top(page).getByRole('button', { name: 'Lukk' }).click()
  await top(page).getByRole('tab', { name: 'Hierarki' }).click()
  await top(page).getByRole('gridcell', { name: '24 691 357 800,00 GBP' }).waitFor()
  t.same(await cutCells(page), [], 'an amount in the tree is not cut')
  await page.context().close()
})
