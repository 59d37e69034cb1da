import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser, noBrowser } from '#web/e2e/browser.ts'
import { administrator, startSystem } from '../blackbox/system.ts'
import { signIn } from '../rest/client.ts'
import { median, percentile, shown } from './measuring.ts'
import { motorsCsv } from './web-motors.ts'

// `npm run bench:web [-- --rows 10000]`: a long list in a real browser: opened, searched, sorted, scrolled.
// Above 10,000 rows the same list is searched, sorted and paged by the server.

const rows = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 10_000

/**
 * From a key or a click to the last frame that changed the page because of it. The page is watched until
 * nothing has moved for a while, so that a list drawn later than the input counts in full.
 */
const untilSettled = (page: Page, act: () => Promise<unknown>): Promise<number> =>
  page
    .evaluate(
      () =>
        new Promise<void>((armed) => {
          const quiet = 350
          let started = 0
          let last = 0
          const painted = () =>
            requestAnimationFrame(() => {
              const channel = new MessageChannel()
              channel.port1.onmessage = () => {
                last = performance.now()
              }
              channel.port2.postMessage(null)
            })
          const begin = ({ timeStamp }: Event) => {
            started ||= timeStamp
            painted()
          }
          for (const type of ['keydown', 'pointerdown'])
            addEventListener(type, begin, { capture: true, once: true })
          const observer = new MutationObserver(painted)
          const list = document.querySelector('section')!
          observer.observe(list, { childList: true, subtree: true, characterData: true })
          Object.assign(globalThis, {
            settled: new Promise<number>((resolve) => {
              const look = () => {
                if (started && performance.now() - Math.max(last, started) > quiet) {
                  observer.disconnect()
                  resolve(last - started)
                } else setTimeout(look, 50)
              }
              look()
            }),
          })
          armed()
        }),
    )
    .then(act)
    .then(() =>
      page.evaluate(() => (globalThis as unknown as { settled: Promise<number> }).settled),
    )

const typing = async (page: Page, word: string) => {
  const box = page.getByPlaceholder('Søk motortyper...')
  await box.focus()
  const times: number[] = []
  for (const key of word) times.push(await untilSettled(page, () => page.keyboard.press(key)))
  for (const _ of word) times.push(await untilSettled(page, () => page.keyboard.press('Backspace')))
  return times
}

const sorting = async (page: Page, column: string) => {
  const header = page.getByRole('columnheader', { name: column, exact: true }).getByRole('button')
  await header.scrollIntoViewIfNeeded()
  const times: number[] = []
  for (let click = 0; click < 3; click++) times.push(await untilSettled(page, () => header.click()))
  return times
}

const scrolling = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const list = document.querySelector('[role=grid]')!.parentElement!
    const frames: number[] = []
    const start = performance.now()
    for (let last = start; last - start < 3_000;) {
      list.scrollTop += 120
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    return frames.slice(1)
  })

const told = (times: readonly number[]) =>
  `${shown(median(times))} / ${shown(Math.max(...times))} ms`

const measure = async (page: Page): Promise<readonly (readonly [string, string])[]> => {
  const figures: [string, string][] = []
  const start = performance.now()
  await page.goto('/motortypes')
  await page.getByRole('row').nth(5).waitFor()
  figures.push(['opened, to the first rows', `${Math.round(performance.now() - start)} ms`])
  await page.waitForTimeout(1500)
  const first = await untilSettled(page, async () => {
    await page.getByPlaceholder('Søk motortyper...').focus()
    await page.keyboard.press('r')
  })
  figures.push(['first key in the search', `${shown(first)} ms`])
  await page.keyboard.press('Backspace')
  await page.waitForTimeout(500)
  figures.push([
    'a key in the search, median / worst of 20',
    told(await typing(page, 'girmotor r')),
  ])
  for (const column of ['Beskrivelse', 'Effekt', 'Leverandør', 'Leverandør art.nr', 'Salgspris'])
    figures.push([`click on «${column}», median / worst of 3`, told(await sorting(page, column))])
  const frames = await scrolling(page)
  figures.push([
    'scrolling, median / p99',
    `${shown(median(frames))} / ${shown(percentile(frames, 0.99))} ms a frame`,
  ])
  const elements = await page.evaluate(() => document.querySelectorAll('section *').length)
  figures.push(['elements in the list', String(elements)])
  return figures
}

const browser = await launchBrowser()
if (!browser) throw new Error(noBrowser)
const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
const system = await startSystem(dataDir)
try {
  const client = await signIn(system.base, administrator.username, administrator.password)
  const form = new FormData()
  form.set('file', new Blob([motorsCsv(rows)], { type: 'text/csv' }), 'motorer.csv')
  form.set('updateBehavior', 'skip')
  form.set('uniqueIdentifier', 'supplierArticlenumber')
  const answer = await client.upload('/api/csv-import/motortypes', form)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const context = await browser.newContext({
    baseURL: system.base,
    locale: 'nb-NO',
    viewport: { width: 1440, height: 900 },
  })
  await context.request.post('/api/session', { data: administrator })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  console.log(`${rows} motors, load ${loadavg()[0]?.toFixed(1)}\n\n| | |\n|---|---|`)
  for (const figure of await measure(page)) console.log(`| ${figure.join(' | ')} |`)
} finally {
  await browser.close()
  await system.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
