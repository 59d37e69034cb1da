import suite from 'tap'
import { osloDay } from '#contracts/days.ts'
import { currencies } from '#contracts/pricing.ts'
import { top } from './assembly-actions.ts'
import { createRecord } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

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

  const page = await open(`/assemblies/${outer}`)
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
  await page.context().close()
})
