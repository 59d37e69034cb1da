import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TAP } from 'tap'
import type { Client } from '#infra/rest/client.ts'
import { administrator, asAdministrator, systemFor } from '#infra/blackbox/system.ts'
import { launchBrowser, noBrowser } from './browser.ts'

/** Where screenshots of the last run are kept, to be looked at. */
const pictures = join(import.meta.dirname, '..', '..', '.cache', 'screenshots')

export type Journey = {
  readonly base: string
  readonly dataDir: string
  /** The API as a script outside would use it, signed in as the administrator. */
  readonly api: Client
  /** A new browser context: nothing of what others did, signed in unless told otherwise. */
  readonly open: (path?: string, options?: Options) => Promise<Page>
  readonly picture: (page: Page, name: string) => Promise<void>
  /** What the pages complained about in their consoles: faults, and breaches of the CSP. */
  readonly complaints: readonly string[]
}
type Options = BrowserContextOptions & { signedIn?: boolean }

export const logIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Brukernavn').fill(administrator.username)
  await page.getByLabel('Passord', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await page.getByRole('navigation', { name: 'Hovedmeny' }).waitFor()
}

// A browser tells the console of every answer that is no 2xx: those are the tests' own doing.
const isExpected = (text: string) => text.startsWith('Failed to load resource')

/**
 * The whole system and a real browser for one test file. null, and a skipped test that says why, where
 * there is no browser to be had.
 */
export const journey = async (t: TAP): Promise<Journey | null> => {
  const browser = await launchBrowser()
  if (!browser) {
    await t.test('in a real browser', { skip: noBrowser }, () => {})
    return null
  }
  t.teardown(() => browser.close())
  const { base, dataDir } = await systemFor(t)
  const complaints: string[] = []
  mkdirSync(pictures, { recursive: true })

  const api = await asAdministrator(base)
  const open = async (path = '/', { signedIn = true, ...options }: Options = {}) => {
    // The page is somebody else's: what `api` wrote is there for it once the lists hold it.
    await api('GET', '/api/suppliers?limit=1')
    const context = await browser.newContext({
      baseURL: base,
      locale: 'nb-NO',
      timezoneId: 'Europe/Oslo',
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() === 'error' && !isExpected(text)) complaints.push(text)
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(path)
    if (signedIn) await logIn(page)
    return page
  }
  const picture = async (page: Page, name: string) => {
    await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
  }
  return { base, dataDir, api, open, picture, complaints }
}
