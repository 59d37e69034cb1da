import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { test, type TAP, type Test } from 'tap'
import type { Client } from '#infra/rest/client.ts'
import { administrator, asAdministrator } from '#infra/testing/blackbox/system.ts'
import { sharedSystem } from '#infra/testing/blackbox/shared-system.ts'
import { afterFiles } from '#infra/workshop/after-files.ts'
import { launchBrowser, noBrowser } from './browser.ts'
import { emptyCatalogue } from './empty-catalogue.ts'
import { describePage, recordEvents } from './recorded-events.ts'

const screenshotFolder = process.env['SCREENSHOTS']

export type Journey = {
  readonly base: string
  readonly dataDir: string
  readonly api: Client
  readonly open: (path?: string, options?: Options) => Promise<Page>
  /** For a page whose size, media and permissions are as `open` gave it: the next one like it starts warm. */
  readonly close: (page: Page) => Promise<void>
  readonly picture: (page: Page, name: string) => Promise<void>
  readonly complaints: readonly string[]
}
type Account = { readonly username: string; readonly password: string }
type Options = BrowserContextOptions & { signedIn?: boolean }

export const logIn = async (page: Page, account: Account = administrator): Promise<void> => {
  await page.getByLabel('Brukernavn').fill(account.username)
  await page.getByLabel('Passord').fill(account.password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await page.getByLabel('Passord').waitFor({ state: 'detached' })
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
  const cookies = await context.cookies()
  await context.close()
  return { browser, base, dataDir, cookies, api: await asAdministrator(base) }
}
type Started = NonNullable<Awaited<ReturnType<typeof start>>>
/** Shared by all test files of a process, since a start takes longer than most tests. */
let started: ReturnType<typeof start> | undefined

let complaints: string[] = []
const optionsOf = new Map<Page, string>()
const idle = new Set<Page>()
let shown: Page | undefined

/** Chromium's console has none of what a library tries and catches; Firefox has it as an error. */
const logViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile }) =>
    console.error(`Refused by ${effectiveDirective}: ${sourceFile}`),
  )

const newPage = async ({ browser, base }: Started, options: BrowserContextOptions) => {
  const context = await browser.newContext({
    baseURL: base,
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  await recordEvents(context)
  await context.addInitScript(logViolations)
  const page = await context.newPage()
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !isExpected(text)) complaints.push(text)
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return page
}

/** Forgets what was done at a page. A form that asks whether to lose what was typed is told to. */
const leave = async (page: Page): Promise<void> => {
  page.removeAllListeners('dialog')
  page.once('dialog', (asked) => void asked.accept())
  // Of the same origin, so that the browser keeps the process with all that it has compiled.
  await page.goto('/favicon.svg')
  page.removeAllListeners('dialog')
  await page.evaluate(() => localStorage.clear())
  await page.mouse.move(-1, -1)
  await page.unrouteAll()
  await page.context().clearCookies()
}

/** Returns null, and adds a skipped test, if no browser is found. */
export const journey = async (t: TAP): Promise<Journey | null> => {
  const system = await (started ??= start())
  if (!system) {
    await t.test('in a real browser', { skip: noBrowser }, () => {})
    return null
  }
  const { base, dataDir, api } = system
  await emptyCatalogue(api)
  complaints = []
  const open = async (path = '/', { signedIn = true, ...options }: Options = {}) => {
    // The page is somebody else's: what `api` wrote is there for it once the lists hold it.
    await api('GET', '/api/suppliers?limit=1')
    const wanted = JSON.stringify(options)
    const like = [...idle].find((page) => optionsOf.get(page) === wanted)
    const page = like ?? (await newPage(system, options))
    idle.delete(page)
    shown = page
    optionsOf.set(page, wanted)
    if (signedIn) await page.context().addCookies(system.cookies)
    await page.goto(path)
    // Not by its role: an open dialog hides the page behind it from those.
    if (signedIn) await page.locator('main').waitFor()
    return page
  }
  const close = async (page: Page) => {
    await leave(page)
    idle.add(page)
  }
  const picture = async (page: Page, name: string) => {
    if (screenshotFolder)
      await page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: 'disabled' })
  }
  return { base, dataDir, api, open, close, picture, complaints }
}

/** A failure says what the page opened last was showing. */
const tellingPage =
  (body: (t: Test) => Promise<void>) =>
  async (t: Test): Promise<void> => {
    try {
      await body(t)
    } catch (error) {
      if (error instanceof Error && shown && !shown.isClosed())
        error.message += `\n${await describePage(shown).catch(String)}`
      throw error
    }
  }

/** Registers no test without a browser: `journey` has added a skipped one. */
export const testsWith =
  (found: Journey | null) =>
  (title: string, body: (t: Test) => Promise<void>, options: { skip?: string | false } = {}) =>
    found ? test(title, options, tellingPage(body)) : Promise.resolve()
