import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { test, type TAP, type Test } from 'tap'
import type { Client } from '#infra/rest/client.ts'
import { administrator, asAdministrator } from '#infra/blackbox/system.ts'
import { sharedSystem } from '#infra/blackbox/shared-system.ts'
import { afterFiles } from '#infra/workshop/after-files.ts'
import { launchBrowser, noBrowser } from './browser.ts'
import { emptyCatalogue } from './empty-catalogue.ts'

const screenshotFolder = process.env['SCREENSHOTS']

export type Journey = {
  readonly base: string
  readonly dataDir: string
  readonly api: Client
  readonly open: (path?: string, options?: Options) => Promise<Page>
  readonly picture: (page: Page, name: string) => Promise<void>
  readonly complaints: readonly string[]
}
type Options = BrowserContextOptions & { signedIn?: boolean }

export const logIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Brukernavn').fill(administrator.username)
  await page.getByLabel('Passord', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await page.getByRole('navigation', { name: 'Hovedmeny' }).waitFor()
}

// The browser logs every answer that is not 2xx; tests cause such answers on purpose.
const isExpected = (text: string) => text.startsWith('Failed to load resource')

const start = async () => {
  const browser = await launchBrowser()
  if (!browser) return null
  afterFiles(() => browser.close())
  const { base, dataDir } = await sharedSystem()
  const context = await browser.newContext({ baseURL: base })
  await context.request.post('/api/session', { data: administrator })
  const signedIn = await context.storageState()
  await context.close()
  return { browser, base, dataDir, signedIn, api: await asAdministrator(base) }
}
/** Shared by all test files of a process, since a start takes longer than most tests. */
let started: ReturnType<typeof start> | undefined

/** Returns null, and adds a skipped test, if no browser is found. */
export const journey = async (t: TAP): Promise<Journey | null> => {
  const system = await (started ??= start())
  if (!system) {
    await t.test('in a real browser', { skip: noBrowser }, () => {})
    return null
  }
  const { browser, base, dataDir, api } = system
  await emptyCatalogue(api)
  const complaints: string[] = []

  const open = async (path = '/', { signedIn = true, ...options }: Options = {}) => {
    // Wait until the lists include what `api` wrote: a new page does not know of those writes.
    await api('GET', '/api/suppliers?limit=1')
    const context = await browser.newContext({
      baseURL: base,
      locale: 'nb-NO',
      timezoneId: 'Europe/Oslo',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...(signedIn && { storageState: system.signedIn }),
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
    if (signedIn) await page.getByRole('main').waitFor()
    return page
  }
  const picture = async (page: Page, name: string) => {
    if (screenshotFolder)
      await page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: 'disabled' })
  }
  return { base, dataDir, api, open, picture, complaints }
}

/** Registers no test without a browser: `journey` has added a skipped one. */
export const testsWith =
  (found: Journey | null) =>
  (title: string, body: (t: Test) => Promise<void>, options: { skip?: string | false } = {}) =>
    found ? test(title, options, body) : Promise.resolve()
