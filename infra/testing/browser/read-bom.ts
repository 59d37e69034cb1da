import type { Page } from 'playwright-core'
import { plain, top } from './assembly-actions.ts'

const numberIn = (text: string) => Number(text.replaceAll(/\D/g, ''))

/** The list is virtualised: only visible lines are in the DOM. */
const inView = (page: Page) =>
  top(page)
    .getByRole('list', { name: 'Stykkliste' })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => (item as HTMLElement).innerText))

const lineOf = (text: string): string => {
  const total = /^([\d\s\u00a0]+) (?:stk|m|kg)$/m.exec(text.replaceAll('\u00a0', ' '))?.[1]
  return `${text.split('\n')[0]} × ${numberIn(total ?? '')}`
}

/** Lines such as 'Skrue M8 × 56'. */
export const readFlatList = async (page: Page): Promise<readonly string[]> => {
  const scroller = top(page).locator('[data-scroller]')
  const found = new Set<string>()
  for (let isEnd = false; !isEnd;) {
    for (const text of await inView(page)) found.add(lineOf(text))
    isEnd = await scroller.evaluate((list) => {
      const before = list.scrollTop
      list.scrollTop += list.clientHeight / 2
      return list.scrollTop === before
    })
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  return [...found]
}

export const readSummary = async (page: Page): Promise<Readonly<Record<string, number>>> => {
  await page.getByRole('tab', { name: 'Sammendrag' }).click()
  const counts: Record<string, number> = {}
  for (const label of ['Komponenter', 'Motorer', 'Sensorer', 'Maks dybde']) {
    const term = top(page).getByRole('term').filter({ hasText: label })
    const value = term.locator('xpath=following-sibling::dd[1]')
    counts[label] = numberIn(plain(await value.innerText()))
  }
  return counts
}

export const readTreeLength = async (page: Page): Promise<number> => {
  await page.getByRole('tab', { name: 'Hierarki' }).click()
  await page.getByRole('button', { name: 'Utvid alle' }).click()
  const rows = await page.getByRole('treegrid').getAttribute('aria-rowcount')
  return Number(rows) - 1
}
