import suite from 'tap'
import { darkFaults, seriousFaults } from './accessibility.ts'
import { createRecord, fetchList } from './page-actions.ts'
import { cardOf, choose, closeAll, flatLines, plain, top } from './assembly-actions.ts'
import { readFlatList, readSummary } from './read-bom.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const assembly = (name: string, type?: string) =>
  createRecord(api, 'assemblytypes', { name, type, description: `${name} til prøven` })
const contain = (id: number, childAssemblyId: number, quantity = 1) =>
  createRecord(api, `assemblytypes/${id}/subassemblies`, { childAssemblyId, quantity })
const hold = (id: number, componentId: number, quantity = 1) =>
  createRecord(api, `assemblytypes/${id}/components`, { componentId, quantity })

/** Each level contains both assemblies of the next, so the number of paths doubles per level. */
const manyPaths = async (levels: number, part: number) => {
  let below: readonly number[] = []
  for (let level = levels; level > 0; level--) {
    const pair = [await assembly(`Nivå ${level} A`), await assembly(`Nivå ${level} B`)]
    for (const id of pair) {
      await hold(id, part)
      for (const child of below) await contain(id, child)
    }
    below = pair
  }
  const whole = await assembly('Mange veier')
  for (const child of below) await contain(whole, child)
}

if (found) {
  const bolt = await createRecord(api, 'componenttypes', {
    description: 'Skrue M8×20',
    pricing: { costPrice: 2.5 },
  })
  const [line, drive, frame] = [
    await assembly('Linje', 'Transport'),
    await assembly('Drivstasjon'),
    await assembly('Ramme'),
  ]
  await hold(frame, bolt, 8)
  await contain(drive, frame, 3)
  await contain(line, drive, 2)
  await contain(line, frame)
}

await browserTest('where-used, comparing two assemblies, and a clean printed page', async (t) => {
  const page = await open('/components')
  await page.getByRole('row').filter({ hasText: 'Skrue M8×20' }).click()
  const uses = top(page).getByRole('list', { name: 'Brukes i' }).getByRole('listitem')
  await uses.first().waitFor()
  const used = (await uses.allInnerTexts()).map(plain)
  t.match(used[0], /^Ramme Direkte × 8$/)
  t.match(used.join('\n'), /Linje Transport Nivå 2 × 56/)
  t.same(await seriousFaults(page), [], 'where used')
  await picture(page, 'where-used')

  await page.goto('/assemblies')
  await choose(page, 'Drivstasjon', 'Sammenlign')
  await top(page).getByLabel('Sammenlign med').selectOption({ label: 'Linje' })
  const differences = top(page).getByRole('list', { name: 'Forskjeller' }).getByRole('listitem')
  await differences.first().waitFor()
  const differing = (await differences.allInnerTexts()).map(plain).join('\n')
  t.match(differing, /Skrue M8×20 Endret Kostpris 2,50 kr 24 56 stk \+80,00 kr/)
  t.same(await seriousFaults(page), [], 'comparison')
  await picture(page, 'compare')
  await page.setViewportSize({ width: 390, height: 844 })
  const seen = (await differences.first().locator('xpath=../..').boundingBox())!
  t.ok(seen.height > 300, 'room for the differences on a phone')
  t.same(await seriousFaults(page), [], 'comparison on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await closeAll(page)

  await flatLines(page, 'Linje')
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Oslo' })
  await top(page).getByLabel('Per dato').fill(today)
  await top(page).getByRole('button', { name: 'Sammenlign med i dag' }).click()
  await page.getByText('Stykklistene er like').waitFor()
  t.same(await seriousFaults(page), [], 'as of a day')
  await picture(page, 'compare-with-today')
  await page.keyboard.press('Escape')
  await page.getByText('Stykklistene er like').waitFor({ state: 'detached' })
  await closeAll(page)

  await flatLines(page, 'Linje')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  // Long enough for a hidden dialog to close and to remove the page with it.
  await page.waitForTimeout(300)
  const printed = page.locator('.print-page')
  t.match(plain(await printed.innerText()), /^Stykkliste: Linje .*Komponent Skrue M8×20 .*56 stk/)
  t.equal(await page.getByRole('navigation').isVisible(), false)
  await picture(page, 'print')
  await page.context().close()
})

await browserTest('the screens work in dark mode and on a phone', async (t) => {
  for (const [name, options] of [
    ['1440', {}],
    ['390', { viewport: { width: 390, height: 844 } }],
  ] as const) {
    const page = await open('/assemblies', options)
    await cardOf(page, 'Linje').waitFor()
    const look = async (what: string) => {
      t.same(await seriousFaults(page), [], `${what}, ${name}`)
      t.same(await darkFaults(page), [], `${what}, ${name}, dark`)
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      t.equal(beyond, false, `${what} fits, ${name}`)
      await picture(page, `assemblies-${what}-${name}`)
    }
    await look('cards')
    await choose(page, 'Linje', 'Administrer')
    await top(page).getByRole('tab', { name: 'Underenheter' }).click()
    await top(page).getByRole('listitem').first().waitFor()
    await look('manage')
    await closeAll(page)
    await flatLines(page, 'Linje')
    await look('flat')
    await page.getByRole('tab', { name: 'Hierarki' }).click()
    await page.getByRole('button', { name: 'Utvid alle' }).click()
    const screw = page.getByRole('row').filter({ hasText: 'Skrue M8×20' }).first()
    await screw.getByRole('gridcell', { name: '120,00 kr' }).waitFor()
    await look('tree')
    const starts = await page.locator('[role=row][aria-level="2"] a').evaluateAll((links) => {
      const lefts = links.map((link) => Math.round(link.getBoundingClientRect().left))
      return { lines: lefts.length, lefts: new Set(lefts).size }
    })
    t.match(starts, { lines: 2, lefts: 1 }, 'parts stand in line with assemblies')
    await page.getByRole('link', { name: 'Innkjøpsliste' }).click()
    await page.getByLabel('Antall av Linje').fill('3')
    await page.waitForURL(/assembly=\d+%3A3$/)
    await page.getByRole('row', { name: /Skrue M8×20 .*168 stk/ }).waitFor()
    await look('purchasing')
    await close(page)
  }
})

type Counted = { clicks: () => number }
const pastedRows = [
  'Nivå\tNummer\tAntall\tNotat',
  ...[1, 2, 3, 4, 5].map((n) => `1\tK-${n}\t${n}\tforan`),
  '1\tPakkelinje\t2\t',
  ...[6, 7, 8, 9, 10].map((n) => `2\tK-${n}\t${n}\t`),
  '2\tPakkeramme\t3\t',
  ...[11, 12, 13, 14, 15].map((n) => `3\tK-${n}\t${n === 15 ? '2,5' : n}\t`),
]

await browserTest(
  'three levels of 15 parts are pasted with five clicks, and undone with one',
  async (t) => {
    for (let n = 1; n <= 15; n++)
      await createRecord(api, 'componenttypes', {
        description: `Del ${n}`,
        itoArticlenumber: `K-${n}`,
      })
    const page = await open('/assemblies', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate((rows) => {
      document.addEventListener('click', ({ isTrusted }) => isTrusted && clicks++, true)
      let clicks = 0
      Object.assign(window, { clicks: () => clicks })
      return navigator.clipboard.writeText(rows)
    }, pastedRows.join('\n'))
    await page.getByRole('button', { name: 'Legg til sammenstilling' }).first().click()
    await top(page).getByLabel('Navn *').fill('Hall P')
    await top(page).getByLabel('Beskrivelse *').fill('Limt inn')
    await top(page).getByRole('button', { name: 'Opprett sammenstilling' }).click()
    await choose(page, 'Hall P', 'Administrer')
    await top(page).getByText('Ingen komponenter lagt til').waitFor()
    const paste = async () => {
      await page.keyboard.press('Control+v')
      await top(page).getByText('17 linjer, 1 må rettes').waitFor()
      await top(page).getByLabel('Antall, linje 17').fill('2,0')
      await page.keyboard.press('Tab')
      await top(page).getByText('6 nye linjer, 2 nye sammenstillinger').waitFor()
      t.same(await seriousFaults(page), [], 'rows')
      await picture(page, 'paste')
      await top(page).getByRole('button', { name: 'Legg til 17 linjer' }).click()
      await top(page).getByText('17 linjer er lagt til').waitFor()
    }
    await paste()
    t.equal(await page.evaluate(() => (window as unknown as Counted).clicks()), 5)
    const [hall] = (await fetchList(page, '/api/assemblytypes?q=Hall')) as { id: number }[]
    const bom = await api('GET', `/api/assemblytypes/${hall?.id}/bom`)
    t.match(bom.body['summary'], { totalComponents: 15 + 2 * 40 + 6 * 52, maxDepth: 3 })
    await closeAll(page)
    await page.getByRole('button', { name: 'Angre' }).click()
    await page.getByText('Stykklisten er som før.', { exact: true }).waitFor()
    const left = await fetchList(page, '/api/assemblytypes?q=Pakke')
    t.same(left, [], 'its records are deleted')

    await choose(page, 'Hall P', 'Administrer')
    await top(page).getByText('Ingen komponenter lagt til').waitFor()
    await paste()
    await top(page).getByRole('button', { name: 'Flytt Del 1', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(
      () => document.querySelector('[data-handle]')?.getAttribute('aria-label') === 'Flytt Del 2',
    )
    await close(page)
  },
)

await browserTest(
  'a tree with too many paths to show says so, and opens level by level',
  async (t) => {
    // Last, since its many assemblies would show up in the lists of other tests.
    const bolt = await createRecord(api, 'componenttypes', { description: 'Skrue M8×25' })
    await manyPaths(15, bolt)
    const page = await open('/assemblies')
    await page.getByPlaceholder('Søk sammenstillinger...').fill('Mange')
    await cardOf(page, 'Mange veier').getByRole('button', { name: 'Stykkliste' }).click()
    await top(page).getByText('Salgspris').waitFor()
    // Two paths per level over 15 levels, with one bolt at every stop.
    const bolts = 2 ** 16 - 2
    t.ok((await readFlatList(page)).includes(`Skrue M8×25 × ${bolts}`), 'every path is counted')
    t.match(await readSummary(page), { Komponenter: bolts, 'Maks dybde': 16 })
    await page.getByRole('tab', { name: 'Hierarki' }).click()
    t.match(plain(await page.getByRole('note').innerText()), /^Hierarkiet har .* linjer/)
    await page.getByRole('button', { name: 'Utvid alle' }).click()
    await page.getByRole('row').nth(1).focus()
    const focused = () =>
      page.evaluate(() => ({
        level: Number(document.activeElement?.getAttribute('aria-level')),
        leaf: document.activeElement?.getAttribute('aria-expanded') === null,
      }))
    // A row that is still loading has no close button.
    const rowIsLoaded = () =>
      page.waitForFunction(
        () =>
          document.activeElement?.getAttribute('aria-expanded') !== 'true' ||
          document.activeElement.querySelector('button') !== null,
      )
    for (let step = 0; step < 100 && (await focused()).level < 15; step++) {
      await page.keyboard.press((await focused()).leaf ? 'ArrowDown' : 'ArrowRight')
      await rowIsLoaded()
    }
    t.equal((await focused()).level, 15, 'the deepest level was fetched on the way')
    t.same(await seriousFaults(page), [])
    await picture(page, 'tree-truncated')
    await close(page)
  },
)

await browserTest('no page logged an error to the console', async (t) => {
  t.same(complaints, [])
})
