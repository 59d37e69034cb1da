import suite from 'tap'
import { dialogOf, rowOf, toastOf } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { open, close, picture } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

await browserTest(
  'a component with an image: uploaded, previewed, and a broken image is reported',
  async (t) => {
    const page = await open('/components')
    await page.getByRole('button', { name: 'Legg til komponent' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Beskrivelse *').fill('Kulelager 6204')
    await dialog
      .getByLabel('Bilde')
      .setInputFiles({ name: 'lager.png', mimeType: 'image/png', buffer: pixel })
    await dialog.getByRole('button', { name: 'Fjern filen' }).waitFor()
    await dialog.getByRole('button', { name: 'Opprett komponent' }).click()
    await toastOf(page, 'Komponent opprettet').waitFor()
    await rowOf(page, 'Kulelager').getByRole('button', { name: 'Vis' }).click()
    const image = dialog.getByRole('img', { name: 'Kulelager 6204' })
    await image.waitFor()
    await page.waitForFunction(() => {
      const shown = document.querySelector<HTMLImageElement>('[role=dialog] img')
      return shown?.complete && shown.naturalWidth > 0
    })
    await picture(page, 'image-preview')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Kulelager 6204' }).click()
    const enlarge = dialog.getByRole('button', { name: 'Vis bildet stort' })
    await enlarge.click()
    await page.getByRole('dialog', { name: 'Kulelager 6204', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await enlarge.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.route('**/objects/**', (route) => route.abort())
    await page.reload()
    await rowOf(page, 'Kulelager').getByRole('button', { name: 'Vis' }).click()
    await dialog.getByText('Bilde ikke tilgjengelig').waitFor()
    t.equal(await dialog.locator('img').count(), 0)
    await close(page)
  },
)
