import suite from 'tap'
import { top } from './assembly-actions.ts'
import { go, inFocus, press } from './keyboard-actions.ts'
import { createRecord } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const supplies = async () => {
  const component = { description: 'Ventil', supplierArticlenumber: 'V1' }
  const id = await createRecord(api, 'componenttypes', component)
  for (const name of ['Ramme', 'Skap'])
    await createRecord(api, 'assemblytypes', { name, description: name, type: 'Modul' })
  return id
}
const valve = found ? await supplies() : 0

await browserTest('an arrow key shows what can be changed, and Enter chooses it', async (t) => {
  const page = await open('/components')
  await go(page.getByRole('checkbox', { name: 'Merk alle som passer' }))
  await page.keyboard.press('Space')
  await press(page.getByRole('button', { name: 'Endre', exact: true }))
  await go(top(page).getByLabel('Velg hva som skal endres'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  t.equal(
    await top(page)
      .getByRole('button', { name: /^Ikke endre/ })
      .count(),
    0,
  )
  await page.keyboard.type('notat')
  await page.getByRole('option', { name: 'Notater' }).waitFor()
  await page.keyboard.press('Enter')
  await inFocus(top(page).getByRole('textbox', { name: 'Notater' })).waitFor()
  await page.keyboard.type('Av messing')
  await press(top(page).getByRole('button', { name: 'Vis hva som vil skje' }))
  await top(page).getByRole('button', { name: 'Endre 1 av 1 komponent' }).waitFor()
  await close(page)
})

await browserTest('an arrow key adds no assembly to a purchase list', async (t) => {
  const page = await open('/innkjop')
  await go(page.getByRole('combobox', { name: 'Legg til sammenstilling' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Skap' }).waitFor()
  t.equal(await page.getByRole('list', { name: 'Sammenstillinger' }).count(), 0)
  await page.keyboard.type('Sk')
  await page.keyboard.press('Enter')
  await inFocus(page.getByLabel('Antall av Skap')).waitFor()
  await close(page)
})

await browserTest('what a row of the journal leads to is read from its beginning', async (t) => {
  const page = await open('/revisjon')
  const change = page.getByRole('listitem').filter({ hasText: 'Ventil' }).first()
  await press(change.locator('summary'))
  await press(change.getByRole('button', { name: 'Alt om denne posten' }))
  await page.waitForURL(/entity=componenttypes/)
  await inFocus(page.locator('main')).waitFor()
  t.pass()
  await close(page)
})

await browserTest('from a record that the address opened the focus goes to its list', async (t) => {
  const page = await open(`/components/${valve}`)
  await top(page).getByRole('button', { name: 'Rediger' }).waitFor()
  await page.keyboard.press('Escape')
  await top(page).waitFor({ state: 'detached' })
  await inFocus(page.locator('main')).waitFor()
  t.pass()
  await close(page)
})
