import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser, noBrowser } from '#web/e2e/browser.ts'
import { signIn } from '../rest/client.ts'
import { administrator, startSystem } from '../blackbox/system.ts'
import { median, percentile, shown } from './measuring.ts'
import { fillForScreens } from './web-bom-data.ts'

// Large stykklister in a real browser: opened, sorted, unfolded and scrolled.

const scroller = '[role=dialog] [data-scroller]'

/** Milliseconds between the frames while the list is scrolled, some screens a second, for three seconds. */
const framesWhileScrolling = (page: Page) =>
  page.evaluate(async (selector) => {
    const list = document.querySelector(selector)!
    const frames: number[] = []
    const start = performance.now()
    for (let last = start; last - start < 3_000;) {
      list.scrollTop += 120
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    return frames.slice(1)
  }, scroller)

const scrolled = async (page: Page) => {
  const frames = await framesWhileScrolling(page)
  const late = frames.filter((frame) => frame > 50).length
  return `${shown(median(frames))} / ${shown(percentile(frames, 0.99))} ms a frame, ${late} of ${frames.length} over 50 ms`
}

/** From the act to the frame in which the page shows what was waited for. */
const until = async (page: Page, act: () => Promise<unknown>, wanted: string) => {
  const start = performance.now()
  await act()
  await page.locator(wanted).first().waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  return `${Math.round(performance.now() - start)} ms`
}

const open = async (page: Page, name: string) => {
  await page.getByPlaceholder('Søk sammenstillinger...').fill(name)
  const card = page.getByRole('article', { name, exact: true })
  await card.waitFor()
  return () => card.getByRole('button', { name: 'Stykkliste' }).click()
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
const elements = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('[role=dialog] *').length)

const measure = async (page: Page): Promise<readonly (readonly string[])[]> => {
  const rows: string[][] = []
  const flat = await open(page, 'Flat')
  rows.push(['5,050 flat lines, click to first line', await until(page, flat, `${scroller} li`)])
  const costs = async () => {}
  rows.push(['from then to what each line costs', await until(page, costs, 'text=Salgspris')])
  rows.push(['elements in the dialog', `${await elements(page)}`])
  rows.push(['scrolling, median / p99', await scrolled(page)])
  const sort = () => page.getByLabel('Sorter etter').selectOption('type')
  rows.push(['sorted by type', await until(page, sort, `${scroller} li`)])
  await close(page)

  const tree = await open(page, 'Tre')
  await tree()
  const tab = () => page.getByRole('tab', { name: 'Hierarki' }).click()
  rows.push([
    '20,000 lines of a tree, tab to first row',
    await until(page, tab, '[aria-level="1"]'),
  ])
  const unfold = () => page.getByRole('button', { name: 'Utvid alle' }).click()
  rows.push(['all unfolded', await until(page, unfold, '[aria-level="2"]')])
  rows.push(['elements in the dialog', `${await elements(page)}`])
  rows.push(['scrolling, median / p99', await scrolled(page)])
  await page.locator('[role=row][tabindex="0"]').focus()
  const keys: number[] = []
  for (let press = 0; press < 50; press++) {
    const start = performance.now()
    await page.keyboard.press('ArrowDown')
    keys.push(performance.now() - start)
  }
  rows.push([
    'arrow key, median / p99',
    `${shown(median(keys))} / ${shown(percentile(keys, 0.99))} ms`,
  ])
  await close(page)

  const ways = await open(page, 'Mange veier')
  await ways()
  rows.push(['131,070 ways down, notice shown', await until(page, tab, '[role=note]')])
  await unfold()
  await page.locator(scroller).evaluate((list) => list.scrollTo(0, 600))
  const closed = page.locator('[role=row][aria-expanded=false]').first()
  const deeper = `[aria-level="${Number(await closed.getAttribute('aria-level')) + 1}"]`
  const unfoldOne = () => closed.getByRole('button').click()
  rows.push(['one level deeper, fetched', await until(page, unfoldOne, deeper)])
  return rows
}

const browser = await launchBrowser()
if (!browser) throw new Error(noBrowser)
const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
const system = await startSystem(dataDir, {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
})
try {
  const { username, password } = administrator
  await fillForScreens(await signIn(system.base, username, password))
  const context = await browser.newContext({ baseURL: system.base, locale: 'nb-NO' })
  await context.request.post('/api/session', { data: { username, password } })
  const page = await context.newPage()
  await page.goto('/assemblies')
  await page.getByRole('article').first().waitFor()
  console.log(`load ${loadavg()[0]?.toFixed(1)}\n\n| | |\n|---|---|`)
  for (const row of await measure(page)) console.log(`| ${row.join(' | ')} |`)
} finally {
  await browser.close()
  await system.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
