import suite from 'tap'
import { darkFaults, seriousFaults } from './accessibility.ts'
import { createRecord } from './page-actions.ts'
import { journey, logIn, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

await browserTest(
  'the login replaces any page, and then leads to the requested page',
  async (t) => {
    const page = await open('/suppliers', { signedIn: false })
    await page.getByRole('heading', { name: 'Logg inn' }).waitFor()
    t.equal(await page.getByRole('navigation').count(), 0)
    t.same(await seriousFaults(page), [])
    await page.setViewportSize({ width: 390, height: 844 })
    const gaps = await page.locator('form label').evaluateAll((labels) =>
      labels.map((label) => {
        const { top } = document
          .getElementById((label as HTMLLabelElement).htmlFor)!
          .getBoundingClientRect()
        return Math.round(top - label.getBoundingClientRect().bottom)
      }),
    )
    t.ok(Math.max(...gaps) < 8, `labels stand by their fields on a phone: ${gaps.join(', ')}`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Brukernavn').fill('admin')
    await page.getByLabel('Passord', { exact: true }).fill('feil')
    await page.getByRole('button', { name: 'Logg inn' }).click()
    await page.getByText('Feil brukernavn eller passord.').waitFor()
    await picture(page, 'login')
    await logIn(page)
    await page.getByRole('heading', { name: 'Leverandører' }).waitFor()
    t.match(page.url(), /\/suppliers$/)
    await close(page)
  },
)

await browserTest(
  'the shell: entries in order, 256 px or 64 px wide, wider on hover, 404 in English',
  async (t) => {
    const page = await open('/')
    const links = page.getByRole('navigation', { name: 'Hovedmeny' }).getByRole('link')
    const entries = [
      'Dashboard',
      'Prosjekter',
      'Motorer',
      'Sensorer',
      'Komponenter',
      'Sammenstillinger',
      'Leverandører',
      'Produsenter',
    ]
    t.same(
      (await links.allTextContents()).filter((entry) => entries.includes(entry)),
      entries,
    )
    const beside = (width: number) =>
      page.waitForFunction(
        (wanted) =>
          document.querySelector('aside')!.offsetWidth === wanted &&
          document.querySelector('main')!.offsetLeft === wanted,
        width,
      )
    await beside(256)
    await page.getByRole('button', { name: 'Skjul sidemenyen' }).click()
    await page.mouse.move(900, 400)
    await beside(64)
    await page.mouse.move(30, 300)
    await beside(256)
    await links.nth(1).click()
    await page.getByText('under utvikling').waitFor()
    t.equal(await links.nth(1).getAttribute('aria-current'), 'page')
    await page.waitForFunction(() => document.title === 'Prosjekter · Stykkliste')
    await page.reload()
    await page.mouse.move(900, 400)
    await page.getByText('under utvikling').waitFor()
    // The setting survives a reload.
    await beside(64)
    await page.goto('/finnes/ikke')
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await close(page)
  },
)

await browserTest('search, sort, view, hidden columns and widths survive a reload', async (t) => {
  for (const [description, outputtype] of [
    ['Fotocelle B10', 'PNP/NO'],
    ['Fotocelle B9', 'PNP/NC'],
    ['Åpen brakett', 'AS-i'],
  ])
    await createRecord(api, 'sensortypes', { description, outputtype })
  const page = await open('/sensortypes')
  const names = () =>
    page
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => row.querySelectorAll('td')[1]?.textContent?.trim()),
      )
  await page.getByRole('row').nth(1).filter({ hasText: 'Fotocelle B9' }).waitFor()
  t.same(await names(), ['Fotocelle B9', 'Fotocelle B10', 'Åpen brakett'])
  await page.getByPlaceholder('Søk sensortyper...').fill('fotocelle')
  await page.getByText('Viser 2 av 3 sensortyper').waitFor()
  await page.getByText('filtrert').waitFor()
  await page.getByRole('button', { name: 'Kolonner' }).click()
  await picture(page, 'columns')
  const choice = page.getByRole('checkbox', { name: 'Kontakttype' })
  await choice.uncheck()
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  const header = page.getByRole('columnheader', { name: 'Utgangstype' })
  await header.hover({ trial: true })
  const before = (await header.boundingBox())!
  await page.mouse.move(before.x + before.width - 3, before.y + 20)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 57, before.y + 20, { steps: 5 })
  await page.mouse.up()
  const isWide = (width: number) =>
    page.waitForFunction(
      (wanted) =>
        document.querySelector('th[data-column=outputtype]')!.getBoundingClientRect().width ===
        wanted,
      width,
    )
  await isWide(before.width + 60)
  await page.waitForURL(/q=fotocelle/)

  await page.reload()
  await page.getByText('Viser 2 av 3 sensortyper').waitFor()
  await page.getByRole('row').nth(1).waitFor()
  t.same(await names(), ['Fotocelle B9', 'Fotocelle B10'])
  t.equal(await page.getByRole('columnheader', { name: 'Kontakttype' }).count(), 0)
  await isWide(before.width + 60)
  await header.getByRole('button', { name: 'Utgangstype', exact: true }).focus()
  for (let step = 0; step < 20; step++) await page.keyboard.press('Shift+ArrowLeft')
  t.equal((await header.boundingBox())!.width, 80, 'never below 80')
  const cards = page.getByRole('button', { name: 'Kortvisning' })
  const { x } = (await cards.boundingBox())!
  await cards.click()
  await page.waitForURL(/view=grid/)
  t.equal((await cards.boundingBox())!.x, x, 'nothing else comes under the pointer')
  await picture(page, 'sensors-cards')
  await close(page)
})

await browserTest('a page is loaded while the pointer is on its link', async (t) => {
  const page = await open('/prosjekter')
  const loaded = page.waitForResponse(/motors-screen/)
  await page.getByRole('link', { name: 'Motorer' }).first().hover()
  t.ok((await loaded).ok())
  await close(page)
})

await browserTest(
  'a record is opened by its address, and Back never leaves the page',
  async (t) => {
    const supplierId = await createRecord(api, 'suppliers', {
      name: 'Elektro AS',
      orderEmail: 'ordre@elektro.no',
    })
    const part = await createRecord(api, 'componenttypes', { description: 'Skrue M8', supplierId })
    const frame = await createRecord(api, 'assemblytypes', {
      name: 'Ramme',
      description: 'Av stål',
    })
    const link = { componentId: part, quantity: 8 }
    await createRecord(api, `assemblytypes/${frame}/components`, link)
    const page = await open(`/components/${part}`)
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const none = () => page.getByRole('dialog').waitFor({ state: 'detached' })
    const isAt = (path: string) => page.waitForURL(({ pathname }) => pathname === path)
    await dialog('Komponent: Skrue M8').getByRole('link', { name: 'Ramme' }).waitFor()
    await page.goBack()
    await none()
    await isAt('/components')
    await page.goForward()
    await page.reload()

    await dialog('Komponent: Skrue M8').getByRole('link', { name: 'Elektro AS' }).click()
    await dialog('Leverandør: Elektro AS').getByRole('link', { name: 'Skrue M8' }).waitFor()
    await isAt(`/suppliers/${supplierId}`)
    t.same(await seriousFaults(page), [], 'supplier')
    await picture(page, 'supplier-details')
    await page.goBack()
    await dialog('Komponent: Skrue M8').getByRole('link', { name: 'Ramme' }).click()
    await page.getByRole('tab', { name: 'Hierarki' }).click()
    await page.waitForURL(new RegExp(`/assemblies/${frame}\\?fane=hierarki$`))
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'Skrue M8' })
    const href = await row.getByRole('link', { name: 'Skrue M8' }).getAttribute('href')
    t.equal(href, `/components/${part}`, 'for another tab')
    await page.keyboard.press('Escape')
    await none()
    await isAt('/assemblies')

    await page.goto('/components/999')
    await page.getByText('Posten finnes ikke').waitFor()
    await picture(page, 'record-missing')
    await close(page)
  },
)

const screens = [
  '',
  'prosjekter',
  'motortypes',
  'sensortypes',
  'components',
  'suppliers',
  'manufacturers',
]

for (const [name, options] of [
  ['1440', {}],
  ['390', { viewport: { width: 390, height: 844 } }],
] as const)
  await browserTest(
    `every screen, ${name} px wide: nothing serious for axe, no sideways scrolling`,
    async (t) => {
      const page = await open('/', options)
      const look = async (what: string) => {
        t.same([...(await seriousFaults(page)), ...(await darkFaults(page))], [], what)
        await picture(page, `${what}-${name}`)
      }
      for (const screen of screens) {
        if (screen) await page.goto(`/${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await look(screen || 'dashboard')
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        t.ok(wide <= 0, `${screen} fits the width`)
      }
      await page.goto('/motortypes')
      const cards = page.getByRole('button', { name: 'Kortvisning' })
      t.equal(await cards.getAttribute('aria-pressed'), String(name === '390'), 'cards on phones')
      await page.getByRole('button', { name: 'Legg til motortype' }).click()
      await page.getByRole('dialog').getByLabel('Effekt').waitFor()
      await look('form')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Importer CSV' }).click()
      await page.getByRole('dialog', { name: /Importer motortyper/ }).waitFor()
      await look('import')
      await close(page)
    },
  )

await browserTest('with reduced motion nothing moves', async (t) => {
  const page = await open()
  // Of a list that grew to its new height, all rows were drawn on the way.
  const moving = await page.evaluate(() => {
    const { style } = document.querySelector('main')!
    for (const height of ['900px', '800px']) {
      style.maxHeight = height
      void document.body.offsetHeight
    }
    return document.getAnimations().filter((each) => each instanceof CSSTransition).length
  })
  t.equal(moving, 0)
  await page.context().close()
})

await browserTest('no page logged an error or violated the Content-Security-Policy', async (t) => {
  t.same(complaints, [])
})
