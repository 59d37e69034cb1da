import { setTimeout as pause } from 'node:timers/promises'
import suite from 'tap'
import { seriousFaults } from './accessibility.ts'
import { cardOf, closeAll, flatLines, top } from './assembly-actions.ts'
import { createRecord, toastOf } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const story = async () => {
  const pricing = { costPrice: 10, priceFactor: 2 }
  const bolt = await createRecord(api, 'componenttypes', { description: 'Skrue M8', pricing })
  const frame = await createRecord(api, 'assemblytypes', { name: 'Ramme', description: 'Av stål' })
  await createRecord(api, `assemblytypes/${frame}/components`, { componentId: bolt, quantity: 4 })
  const then = new Date().toISOString()
  await pause(5)
  await api('PUT', `/api/componenttypes/${bolt}`, { description: 'Skrue M8 A4' })
  await api('PUT', `/api/pricing/componenttype-${bolt}`, { costPrice: 99 })
  await createRecord(api, 'componenttypes', { description: 'Mutter M8' })
  await api('PUT', `/api/assemblytypes/${frame}/components/${bolt}`, { quantity: 5 })
  return then
}
const then = found ? await story() : ''

await browserTest(
  'the whole app is shown as it was at an instant, and nothing can be changed',
  async (t) => {
    const page = await open(`/components?asOf=${then}`)
    await page.getByText('Skrue M8', { exact: true }).first().waitFor()
    t.equal(await page.getByText('Mutter M8').count(), 0)
    t.equal(await page.getByRole('button', { name: 'Legg til komponent' }).count(), 0)
    t.same(await seriousFaults(page), [])
    // The banner must not make the page higher than the window.
    await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight)
    await picture(page, 'as-of')
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'as-of-390')
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('link', { name: 'Sammenstillinger' }).click()
    await cardOf(page, 'Ramme').waitFor()
    t.equal(new URL(page.url()).searchParams.get('asOf'), then, 'links keep the instant')
    t.match((await flatLines(page, 'Ramme')).join(), /Skrue M8 Komponent 4 stk/)
    await top(page).getByText('40,00').first().waitFor()
    await picture(page, 'as-of-bom')
    await closeAll(page)

    await page.getByRole('button', { name: 'Vis i dag' }).click()
    await page.waitForURL((url) => !url.searchParams.has('asOf'))
    t.match(page.url(), /\/assemblies$/, 'nothing is left of the instant')
    t.match((await flatLines(page, 'Ramme')).join(), /Skrue M8 A4 Komponent 5 stk/)
    await close(page)
  },
)

await browserTest('an instant is chosen in the shell, once the server answers', async () => {
  const page = await open('/components')
  await page.getByRole('button', { name: 'Vis per dato' }).click()
  await top(page).getByLabel('Dato').fill('2020-01-31')
  await picture(page, 'as-of-dialog')
  await page.context().setOffline(true)
  await top(page).getByRole('button', { name: 'Vis', exact: true }).click()
  await top(page).getByText('Får ikke kontakt med serveren. Prøv igjen om litt.').waitFor()
  await page.context().setOffline(false)
  await top(page).getByRole('button', { name: 'Vis', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('asOf') === '2020-01-31')
  await page.getByText('registrert per 31. jan. 2020').waitFor()
  await page.getByText('Ingen komponenter').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Vis i dag' }).click()
  await toastOf(page, 'Får ikke kontakt med serveren.').waitFor()
  await page.context().setOffline(false)
  await close(page)
})

await browserTest('an address with no real date says so, and leads to today', async (t) => {
  const page = await open('/components?asOf=2026-02-31')
  await page.getByText('«2026-02-31» er ingen dato').waitFor()
  t.equal(await page.getByRole('grid').count(), 0)
  await picture(page, 'as-of-no-date')
  await page.getByRole('button', { name: 'Vis i dag' }).click()
  await page.getByText('Mutter M8').first().waitFor()
  await close(page)
})

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
