import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import suite, { type Test } from 'tap'
import { administrator } from '#infra/testing/blackbox/system.ts'
import { seriousFaults } from './accessibility.ts'
import { dialogOf, rowOf, toastOf } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

/** The one-time code that an authenticator app shows now. */
const codeOf = (secret: string) => new TOTP({ secret }).generate()

const password = 'kastanje-trapp-oktant'
const logIn = async (page: Page, username: string) => {
  await page.getByLabel('Brukernavn').fill(username)
  await page.getByLabel('Passord').fill(password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
}

/** The keyboard reaches what is open, nothing behind it, and is where it came from once that is closed. */
const isHeld = async (t: Test, page: Page, opener: string, close: () => Promise<void>) => {
  const inside = () => dialogOf(page).evaluate((one) => one.contains(document.activeElement))
  for (let step = 0; step < 5; step++) {
    t.ok(await inside(), `${opener}: after ${step} presses of Tab`)
    await page.keyboard.press('Tab')
  }
  await close()
  await dialogOf(page).waitFor({ state: 'detached' })
  const focused = page.getByRole('button', { name: opener }).and(page.locator(':focus'))
  await t.resolves(focused.waitFor(), `${opener}: focused again`)
}

await browserTest(
  'a user is invited, chooses a password by the link, and sees what a reader may',
  async (t) => {
    const page = await open('/brukere')
    await rowOf(page, administrator.username).first().waitFor()
    await page.getByRole('button', { name: 'Legg til bruker' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Navn *', { exact: true }).fill('Kari Nordmann')
    await dialog.getByLabel('Brukernavn *').fill('kari')
    t.same(await seriousFaults(page), [], 'the form')
    await dialog.getByRole('button', { name: 'Opprett bruker' }).click()
    await dialog.getByRole('heading', { name: 'Engangslenke' }).waitFor()
    const link = (await dialog.getByText(/\/oppsett#/).innerText()).trim()
    await picture(page, 'access-link')
    await isHeld(t, page, 'Legg til bruker', () => page.keyboard.press('Escape'))
    await rowOf(page, 'Venter på passord').waitFor()
    t.same(await seriousFaults(page), [], 'the users')
    await picture(page, 'access-users')
    await close(page)

    const kari = await open(link, { signedIn: false })
    await kari.getByText('Kari Nordmann').waitFor()
    const chosen = kari.getByLabel('Passord *', { exact: true })
    await t.resolves(chosen.and(kari.locator(':focus')).waitFor(), 'typing begins at once')
    await chosen.fill('kort')
    await kari.getByLabel('Gjenta passord *').fill('kort')
    await kari.getByRole('button', { name: 'Lagre og logg inn' }).click()
    await kari.getByText('Passordet må ha minst 12 tegn').waitFor()
    t.same(await seriousFaults(kari), [], 'the set-up')
    await picture(kari, 'access-set-up')
    await chosen.fill('passord1234567')
    await kari.getByLabel('Gjenta passord *').fill('passord1234567')
    await kari.getByRole('button', { name: 'Lagre og logg inn' }).press('Enter')
    await kari.getByText(/Passordet er for lett å gjette/).waitFor()
    t.equal(await kari.getByText(/Passordet er for lett å gjette/).count(), 1, 'said once')
    await t.resolves(chosen.and(kari.locator(':focus')).waitFor(), 'where it is to be mended')
    await chosen.fill(password)
    await kari.getByLabel('Gjenta passord *').fill(password)
    await kari.getByRole('button', { name: 'Lagre og logg inn' }).click()
    await kari.getByRole('navigation', { name: 'Hovedmeny' }).waitFor()
    await kari.goto('/suppliers')
    await kari.getByText('Ingen leverandører funnet').waitFor()
    t.equal(await kari.getByRole('button', { name: 'Legg til leverandør' }).count(), 0)
    await kari.goto(link)
    await kari.getByText('Lenken er brukt eller utløpt.').waitFor()
    await close(kari)
  },
)

await browserTest(
  'one-time codes are turned on with an app’s key, and asked for at the next login',
  async (t) => {
    const page = await open('/konto', { signedIn: false })
    await logIn(page, 'kari')
    await page.getByRole('button', { name: 'Slå på' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Passord *').fill('feil passord her')
    await dialog.getByRole('button', { name: 'Fortsett' }).click()
    await dialog.getByText('Feil passord.').first().waitFor()
    await dialog.getByLabel('Passord *').fill(password)
    await dialog.getByRole('button', { name: 'Fortsett' }).click()
    await dialog.getByRole('img', { name: 'QR-kode for kodeappen' }).waitFor()
    const secret = (await dialog.getByText(/^[A-Z2-7 ]{30,}$/).innerText()).replaceAll(' ', '')
    t.same(await seriousFaults(page), [], 'the key')
    await picture(page, 'access-totp')
    await dialog.getByLabel('Engangskode *').fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Slå på' }).click()
    await toastOf(page, 'Engangskode er slått på').waitFor()
    t.same(await seriousFaults(page), [], 'the account')
    await picture(page, 'access-account')
    await close(page)

    const again = await open('/', { signedIn: false })
    await logIn(again, 'kari')
    const field = again.getByLabel('Engangskode')
    await field.waitFor()
    // Each code works only once, so wait for the next one.
    await again.waitForTimeout(30_000 - (Date.now() % 30_000) + 500)
    await field.fill(codeOf(secret))
    await again.getByRole('button', { name: 'Logg inn' }).click()
    await again.getByRole('navigation', { name: 'Hovedmeny' }).waitFor()
    await close(again)
  },
)

await browserTest(
  'after a refusal the keyboard is at the field, or still at the button',
  async (t) => {
    const page = await open('/brukere')
    let isCut = false
    // From the beginning: Chromium sends what is asked within milliseconds after it past the route.
    await page.route('**/api/access/users', (route) => (isCut ? route.abort() : route.continue()))
    await page.getByRole('button', { name: 'Legg til bruker' }).click()
    const dialog = dialogOf(page)
    const isFocused = (one: Locator) => one.and(page.locator(':focus')).waitFor()
    await dialog.getByLabel('Navn *', { exact: true }).fill('En til')
    await dialog.getByLabel('Brukernavn *').fill(administrator.username)
    const send = dialog.getByRole('button', { name: 'Opprett bruker' })
    await send.press('Enter')
    await t.resolves(isFocused(dialog.getByLabel('Brukernavn *')))
    t.equal(await dialog.getByText('Brukernavnet er i bruk').count(), 2, 'at the field, and listed')
    await dialog.getByLabel('Brukernavn *').fill('entil')
    isCut = true
    await send.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await t.resolves(isFocused(send))
    await close(page)
  },
)

await browserTest('an API key is shown once, works for a script, and is revoked', async (t) => {
  const page = await open('/konto')
  await page.getByRole('button', { name: 'Ny API-nøkkel' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Navn *').fill('nattjobb')
  t.same(await seriousFaults(page), [], 'the form of a key')
  await dialog.getByRole('button', { name: 'Lag nøkkel' }).click()
  const token = (await dialog.getByText(/^stykkliste_/).innerText()).trim()
  t.same(await seriousFaults(page), [], 'the key')
  await picture(page, 'access-token')
  const script = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(new URL('/api/suppliers', page.url()), { headers })).status
  }
  t.equal(await script(), 200)
  const done = dialog.getByRole('button', { name: 'Ferdig' })
  await isHeld(t, page, 'Ny API-nøkkel', () => done.click())
  page.on('dialog', (asked) => void asked.accept())
  const line = page.getByRole('listitem').filter({ hasText: 'nattjobb' })
  await line.getByRole('button', { name: 'Trekk tilbake' }).click()
  await toastOf(page, 'API-nøkkelen er trukket tilbake').waitFor()
  t.equal(await script(), 401)
  await close(page)
})

await browserTest('a deactivated user is logged out at once, and it is logged', async (t) => {
  const kari = await open('/', { signedIn: false })
  const page = await open('/brukere')
  await rowOf(page, 'kari').waitFor()
  page.on('dialog', (asked) => void asked.accept())
  await rowOf(page, 'kari').getByRole('button', { name: 'Deaktiver' }).click()
  await toastOf(page, 'Bruker deaktivert').waitFor()
  await logIn(kari, 'kari')
  await kari.getByRole('alert').waitFor()
  await close(kari)
  await page.goto('/sikkerhetslogg')
  await page.getByRole('cell', { name: 'Bruker deaktivert' }).first().waitFor()
  t.same(await seriousFaults(page), [], 'the log')
  await picture(page, 'access-log')
  await close(page)
  t.same(complaints, [])
  t.equal((await api('GET', '/api/access/users')).status, 200)
})
