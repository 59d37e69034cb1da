import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import suite from 'tap'
import { partKinds } from '#contracts/assembly/link-kinds.ts'
import { seriousFaults } from './accessibility.ts'
import { createRecord, dialogOf, toastOf } from './page-actions.ts'
import { cardOf, choose, closeAll, flatLines, plain, top } from './assembly-actions.ts'
import { journey, testsWith } from './system.ts'

const found = await journey(suite)
const { api, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const supplierId = found
  ? await createRecord(api, 'suppliers', { name: 'Ahlsell Norge', orderEmail: 'ordre@ahlsell.no' })
  : 0
if (found) {
  const pricing = { costPrice: 1.5, priceFactor: 2 }
  await createRecord(api, 'componenttypes', { description: 'Skrue M8×20', supplierId, pricing })
  await createRecord(api, 'componenttypes', { description: 'Låsemutter M8', supplierId })
  await createRecord(api, 'motortypes', { supplierArticlenumber: 'DRN80', description: 'Girmotor' })
}

await browserTest(
  'a three-level assembly is built with the mouse, and its totals are right',
  async (t) => {
    const page = await open('/assemblies')
    await page.getByText('Ingen sammenstillinger funnet').waitFor()
    await picture(page, 'assemblies-empty')
    for (const [name, type] of [
      ['Linje', 'Linje'],
      ['Drivstasjon', 'Modul'],
      ['Ramme', 'Modul'],
    ] as const) {
      await page.getByRole('button', { name: 'Legg til sammenstilling' }).first().click()
      await top(page).getByLabel('Navn *').fill(name)
      await top(page).getByLabel('Type').fill(type)
      await top(page).getByLabel('Beskrivelse *').fill(`${name} til transportør`)
      await top(page).getByRole('button', { name: 'Opprett sammenstilling' }).click()
      await toastOf(page, 'Sammenstilling opprettet').waitFor()
      await dialogOf(page).waitFor({ state: 'detached' })
      await cardOf(page, name).waitFor()
    }
    const add = async (
      to: string,
      tab: string,
      button: string,
      items: string[],
      quantity: string,
    ) => {
      await choose(page, to, 'Administrer')
      await top(page).getByRole('tab', { name: tab }).click()
      await top(page).getByRole('button', { name: button }).click()
      for (const item of items) await top(page).getByRole('option', { name: item }).click()
      await top(page).getByLabel('Antall').fill(quantity)
      await top(page)
        .getByRole('button', { name: /^Legg til/ })
        .click()
      await toastOf(page, `${button.split(' ').at(-1)} lagt til`).waitFor()
      await page.getByRole('heading', { name: 'Administrer sammenstilling' }).waitFor()
      await page.getByRole('option').first().waitFor({ state: 'detached' })
      await closeAll(page)
    }
    await add('Ramme', 'Komponenter', 'Legg til komponent', ['Skrue M8×20', 'Låsemutter M8'], '8')
    await add('Drivstasjon', 'Motorer', 'Legg til motor', ['Girmotor'], '1')
    await add('Drivstasjon', 'Underenheter', 'Legg til underenhet', ['Ramme'], '3')
    await add('Linje', 'Underenheter', 'Legg til underenhet', ['Drivstasjon'], '2')
    await add('Linje', 'Underenheter', 'Legg til underenhet', ['Ramme'], '1')
    t.same(await seriousFaults(page), [], 'list of cards')
    await picture(page, 'assemblies-cards')

    const lines = await flatLines(page, 'Linje')
    t.equal(lines.length, 5)
    const [drive, motor, nut, , screw] = lines
    t.match(drive, /^Drivstasjon .*Mangler priser Modul 2 stk Kostpris à 36,00 kr Sum 72,00 kr$/)
    t.match(motor, /^Girmotor Motor Mangler pris Nivå 2 DRN80 2 stk$/)
    t.match(nut, /^Låsemutter M8 Komponent Mangler pris Nivå 2 Ahlsell Norge 56 stk$/)
    t.match(screw, /^Skrue M8×20 .* Ahlsell Norge 56 stk Kostpris à 1,50 kr Sum 84,00 kr$/)
    t.match(plain(await top(page).innerText()), /Kostpris 84,00 kr Salgspris 168,00 kr/)
    t.same(await seriousFaults(page), [], 'flat list')
    await picture(page, 'bom-flat')
    await page.getByRole('tab', { name: 'Sammendrag' }).click()
    await top(page).getByText('Maks dybde').waitFor()
    t.match(plain(await top(page).innerText()), /Komponenter 112 2 ulike.*Motorer 2.*Maks dybde 3/)
    t.same(await seriousFaults(page), [], 'summary')
    await picture(page, 'bom-summary')
    await close(page)
  },
)

await browserTest('another is built by keyboard alone', async (t) => {
  const page = await open('/assemblies')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const isFocused = (selector: string) =>
    page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)
  const openMenu = async (name: string) => {
    await page.getByRole('button', { name: `Handlinger for ${name}` }).focus()
    await press('Enter')
    await isFocused('[role=menu]')
  }
  await cardOf(page, 'Linje').waitFor()
  await page.getByRole('button', { name: 'Legg til sammenstilling' }).focus()
  for (const name of ['Hall A', 'Pakkecelle']) {
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith('Legg til'))
    await press('Enter')
    await isFocused('[name=name]')
    await page.keyboard.type(name)
    await press('Tab', 'Tab')
    await page.keyboard.type(`${name}, tastet inn`)
    for (let step = 0; step < 12; step++) {
      await press('Tab')
      if (await page.evaluate(() => document.activeElement?.getAttribute('type') === 'submit'))
        break
    }
    await press('Enter')
    await cardOf(page, name).waitFor()
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  const include = async (parent: string, child: string, quantity: string) => {
    await openMenu(parent)
    await press('ArrowDown', 'Enter')
    await page.getByRole('heading', { name: 'Administrer sammenstilling' }).waitFor()
    await page.getByRole('tab', { name: 'Komponenter' }).focus()
    const overSignals = 'ArrowRight'
    await press(...partKinds.map(() => 'ArrowRight'), overSignals, 'Tab', 'Enter')
    await isFocused('[type=search]')
    await page.keyboard.type(child)
    await page.getByRole('option', { name: child }).waitFor()
    await press('ArrowDown', ' ', 'Tab')
    await isFocused('[role=spinbutton]')
    await page.keyboard.type(quantity)
    await press('Enter')
    await toastOf(page, 'Underenhet lagt til').waitFor()
    // Wait until the picker is closed, or it would take the key.
    await page.waitForFunction(() => document.querySelectorAll('[role=dialog]').length === 1)
    await press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  await include('Pakkecelle', 'Linje', '2')
  await include('Hall A', 'Pakkecelle', '5')

  await openMenu('Hall A')
  await press('ArrowDown', 'ArrowDown', 'Enter')
  await page.getByRole('tab', { name: 'Eksplodert' }).waitFor()
  await page.getByRole('tab', { name: 'Eksplodert' }).focus()
  await press('ArrowRight')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('tab', { name: 'Hierarki' }).focus()
  await press('Tab', 'Tab', 'Tab')
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown')
  const focused = await page.evaluate(() => [
    document.activeElement?.getAttribute('aria-level'),
    document.activeElement?.textContent,
  ])
  t.equal(focused[0], '3', 'aria-level is set')
  t.match(focused[1], /Ramme/)
  t.same(await seriousFaults(page), [], 'tree')
  await picture(page, 'bom-tree')
  await close(page)

  const bom = await api('GET', '/api/assemblytypes')
  const hall = (bom.body['data'] as { id: number; name: string }[]).find((a) => a.name === 'Hall A')
  const { body } = await api('GET', `/api/assemblytypes/${hall?.id}/bom`)
  t.match(body['summary'], { totalComponents: 1_120, totalMotors: 20, maxDepth: 5 })
})

await browserTest('a clone has the content of its source, and the toast names both', async (t) => {
  const page = await open('/assemblies')
  await choose(page, 'Drivstasjon', 'Klone sammenstilling')
  t.equal(
    await top(page).getByLabel('Navn på ny sammenstilling').inputValue(),
    'Drivstasjon - Kopi',
  )
  await picture(page, 'clone')
  await top(page).getByRole('button', { name: 'Klone sammenstilling' }).click()
  await toastOf(page, '"Drivstasjon - Kopi" ble opprettet som en kopi av "Drivstasjon"').waitFor()
  await dialogOf(page).waitFor({ state: 'detached' })
  const lines = await flatLines(page, 'Drivstasjon - Kopi')
  t.match(lines.join('\n'), /Skrue M8×20.* 24 stk/)
  await close(page)

  const { body } = await api('GET', '/api/assemblytypes?q=Kopi')
  const [clone] = body['data'] as { id: number }[]
  const path = `/api/assemblytypes/${clone?.id}`
  await createRecord(api, `${path.slice(5)}/attributes`, { description: 'Fart', value: '2' })
  const changed = await api('PUT', path, { notes: 'Prøvd' })
  t.same(changed.body, (await api('GET', path)).body, 'a change is answered like a read')
})

await browserTest(
  'a cycle cannot be picked, and the server refuses it with its path',
  async (t) => {
    const page = await open('/assemblies')
    const manage = async (name: string) => {
      await choose(page, name, 'Administrer')
      await top(page).getByRole('tab', { name: 'Underenheter' }).click()
      await top(page).getByRole('button', { name: 'Legg til underenhet' }).click()
      await top(page).getByRole('option').first().waitFor()
    }
    await manage('Ramme')
    const disabledOption = top(page).getByRole('option', { name: /^Linje/ })
    t.equal(await disabledOption.getAttribute('aria-disabled'), 'true')
    t.match(await disabledOption.innerText(), 'Ville gitt en sirkel: Linje → Ramme → Linje')
    t.same(await seriousFaults(page), [], 'picker')
    await picture(page, 'picker-circle')
    await page.keyboard.press('Escape')
    await closeAll(page)

    const a = await createRecord(api, 'assemblytypes', { name: 'Øst', description: 'Øst' })
    const b = await createRecord(api, 'assemblytypes', { name: 'Vest', description: 'Vest' })
    await page.reload()
    await manage('Øst')
    // Another user puts Øst into Vest, which this page does not know.
    await api('POST', `/api/assemblytypes/${b}/subassemblies`, { childAssemblyId: a })
    await top(page).getByRole('option', { name: /^Vest/ }).click()
    await top(page).getByRole('button', { name: 'Legg til' }).click()
    await toastOf(page, 'Øst → Vest → Øst').waitFor()
    await close(page)
  },
)

await browserTest('the export contains what the screen shows', async (t) => {
  const page = await open('/assemblies')
  await flatLines(page, 'Linje')
  const exported = async (tab: string, format: string) => {
    await page.getByRole('tab', { name: tab }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Eksporter' }).click()
    await page.getByRole('menuitem', { name: format }).click()
    const file = await readFile(await (await coming).path())
    const focused = page.getByRole('button', { name: 'Eksporter' }).and(page.locator(':focus'))
    await t.resolves(focused.waitFor(), 'the keyboard stays')
    return file
  }
  const rowsOf = (file: Buffer) =>
    Papa.parse<Record<string, string>>(file.toString().replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    }).data
  const flat = rowsOf(await exported('Eksplodert', 'CSV'))
  t.equal(flat.length, 5)
  const bolt = flat.find((row) => Object.values(row).includes('Skrue M8×20'))
  t.ok(bolt && Object.values(bolt).includes('56'), JSON.stringify(bolt))
  const tree = rowsOf(await exported('Hierarki', 'CSV'))
  t.equal(tree.length, 8, 'one line per place')
  t.ok(rowsOf(await exported('Sammendrag', 'CSV')).length > 0)
  const workbook = await exported('Eksplodert', 'Excel')
  t.equal(workbook.subarray(0, 2).toString(), 'PK')
  await close(page)
})

await browserTest('no page logged an error to the console', async (t) => {
  t.same(complaints, [])
})
