import suite from 'tap'
import { createRecord, createRevisor, dialogOf, rowOf } from './page-actions.ts'
import { journey, logIn, testsWith } from './system.ts'

const found = await journey(suite)
const { api, base, open, close, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

await browserTest(
  'logout in one window covers what is half filled in another, and leaves no draft',
  async (t) => {
    const page = await open('/', { signedIn: false })
    await logIn(page)
    const other = await page.context().newPage()
    await other.goto('/suppliers')
    await other.getByRole('button', { name: 'Legg til leverandør' }).first().click()
    const name = dialogOf(other).getByLabel('Navn *', { exact: true })
    await name.fill('Halvferdig AS')
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('utkast')))
    t.equal((await drafts()).length, 1)

    const logOut = async () => {
      await page.locator('details', { hasText: 'Administrator' }).locator('summary').click()
      await page.getByRole('button', { name: 'Logg ut' }).click()
      await page.getByText('Du er logget ut.').waitFor()
    }
    await logOut()
    await other.getByText('Du er logget ut.').waitFor()
    t.notOk(await name.evaluate((field) => field.matches(':focus')))
    await other.keyboard.type('mer')
    t.same(await drafts(), [])

    await logIn(page)
    await other.getByText('Du er logget ut.').waitFor({ state: 'detached' })
    await name.fill('Halvferdig AS igjen')
    t.equal((await drafts()).length, 1, 'the same user goes on')
    await logOut()
    await other.getByText('Du er logget ut.').waitFor()
    await logIn(page, await createRevisor(api, base, 'reidar'))
    await other.getByText('I et annet vindu er «reidar» logget inn').waitFor()
    t.same(await drafts(), [])
    await other.close()
    await close(page)
    t.same(complaints, [])
  },
)

await browserTest('a window shows what its user saved in another', async (t) => {
  await createRecord(api, 'suppliers', { name: 'Kabel AS', orderEmail: 'a@b.no' })
  const page = await open('/suppliers')
  await rowOf(page, 'Kabel AS').waitFor()
  const other = await page.context().newPage()
  await other.goto('/suppliers')
  await rowOf(other, 'Kabel AS').getByRole('button', { name: 'Rediger' }).click()
  await dialogOf(other).getByLabel('Navn *', { exact: true }).fill('Kabel og Ledning AS')
  await dialogOf(other).getByRole('button', { name: 'Oppdater leverandør' }).click()
  await t.resolves(rowOf(page, 'Kabel og Ledning AS').waitFor())
  await other.close()
  await close(page)
})
