import type { Page } from 'playwright-core'
import { dialogOf } from './page-actions.ts'

export const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
export const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Handlinger for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
export const top = (page: Page) => dialogOf(page).last()
export const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
export const closeAll = async (page: Page) => {
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
}
export const flatLines = async (page: Page, name: string) => {
  await cardOf(page, name).getByRole('button', { name: 'Stykkliste' }).click()
  const lines = top(page).getByRole('list', { name: 'Stykkliste' }).getByRole('listitem')
  await lines.first().waitFor()
  // Costs are loaded by a separate request.
  await top(page).getByText('Salgspris').waitFor()
  return (await lines.allInnerTexts()).map(plain)
}
