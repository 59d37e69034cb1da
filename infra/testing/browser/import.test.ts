import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import suite from 'tap'
import { rowsOf, workbook } from '#kernel/xlsx/testing/workbooks.ts'
import { darkFaults, seriousFaults } from './accessibility.ts'
import { createRecord, dialogOf, rowOf, toastOf } from './page-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, picture, dataDir, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

/** Pauses the projector, so that lists lag behind. */
const holdProjector = async () => {
  const children = JSON.parse(readFileSync(join(dataDir, 'children.json'), 'utf8')) as {
    readonly name: string
    readonly pid: number
  }[]
  const { pid } = children.find(({ name }) => name === 'projector')!
  process.kill(pid, 'SIGSTOP')
  await setTimeout(1_000)
  process.kill(pid, 'SIGCONT')
}

await browserTest(
  'imported records are in the list although the read side lags behind',
  async (t) => {
    const page = await open('/suppliers')
    for (const name of ['Første', 'Andre', 'Tredje']) {
      await page.getByRole('button', { name: 'Importer CSV' }).click()
      await dialogOf(page)
        .getByLabel('CSV-fil')
        .setInputFiles({
          name: 'leverandører.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`Navn,Ordre e-post\n${name},a@b.no\n`),
        })
      await dialogOf(page).getByText('Dette vil skje. Ingenting er skrevet ennå.').waitFor()
      const held = holdProjector()
      await dialogOf(page).getByRole('button', { name: 'Importer CSV' }).click()
      await toastOf(page, 'CSV Import Fullført').waitFor()
      await held
      await rowOf(page, name).waitFor()
      t.equal(await rowOf(page, name).count(), 1, name)
    }
    t.same(complaints, [])
    await page.context().close()
  },
)

await browserTest('after an import with faults the keyboard is still in the dialog', async (t) => {
  const page = await open('/suppliers')
  await page.getByRole('button', { name: 'Importer CSV' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('CSV-fil').setInputFiles({
    name: 'leverandører.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Navn,Ordre e-post\nFjerde,a@b.no\nFemte,feil\n'),
  })
  await dialog.getByText('Dette vil skje. Ingenting er skrevet ennå.').waitFor()
  await dialog.getByRole('button', { name: 'Importer CSV' }).press('Enter')
  await dialog.getByText('Dette er gjort.').waitFor()
  await t.resolves(page.waitForSelector('[role=dialog] :focus'))
  await page.context().close()
})

const headings = 'ITO art.nr,Leverandor art.nr,Beskrivelse,Type,Kostpris,Notater,Farge'
const changesFile = workbook([
  { name: 'Forside', rows: rowsOf([['Prisliste for 2027']]) },
  {
    name: 'Priser',
    rows: rowsOf([
      headings.split(','),
      ['K-1', 'A-1', 'Skrue M8x30 forsinket', 'Feste', 12.5, 'Ny pakning fra leverandøren', 'rød'],
      ['K-2', 'A-2', 'Skrue M10', 'Feste', 2.5, null, 'blå'],
    ]),
  },
])

await browserTest(
  'the dialog asks for the sheet and the currency, and shows at every width what changes',
  async (t) => {
    const pricing = { costPrice: 1.5, priceFactor: 1.5 }
    const line = await createRecord(api, 'assemblytypes', {
      name: 'Linje',
      description: 'Med skruer',
    })
    for (const [at, description] of ['Skrue M8x30', 'Skrue M10'].entries())
      await createRecord(api, `assemblytypes/${line}/components`, {
        componentId: await createRecord(api, 'componenttypes', {
          description,
          itoArticlenumber: `K-${at + 1}`,
          supplierArticlenumber: `A-${at + 1}`,
          pricing,
        }),
        quantity: 10,
      })
    const page = await open('/components')
    await page.getByRole('button', { name: 'Importer CSV' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('CSV-fil').setInputFiles({
      name: 'komponenter fra leverandøren.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(changesFile),
    })
    const sheets = dialog.getByLabel('Ark')
    await sheets.selectOption('Priser')
    await picture(page, 'import-sheet')
    await dialog.getByText('Dette vil skje. Ingenting er skrevet ennå.').waitFor()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [part, heading] of [
        ['read', /^Slik er filen lest/],
        ['changes', /^Andre endringer/],
        ['impact', 'Endrer kostnaden for 1 sammenstilling'],
      ] as const) {
        await dialog.getByText(heading).evaluate((element) => element.scrollIntoView())
        await picture(page, `import-${part}-${width}`)
      }
      const wide = await dialog.evaluate((element) =>
        [...element.querySelectorAll('form > *, section, details')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent?.slice(0, 40)),
      )
      t.same(wide, [], `nothing overflows at ${width}`)
    }
    const moved = dialog.getByRole('listitem').filter({ hasText: 'Linje' })
    // 10 × 1.50 + 10 × 1.50 becomes 10 × 12.50 + 10 × 2.50.
    t.match(await moved.textContent(), /Kostpris 30,00.kr.*til 150,00.kr/)
    t.same(await seriousFaults(page), [])
    t.same(await darkFaults(page), [], 'in dark mode')
    await page.context().close()
  },
)
