import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import suite, { type Test } from 'tap'
import { administrator } from '#infra/testing/blackbox/system.ts'
import { readRobot, topAssemblies, walk, type Line } from '#infra/testing/blackbox/robot-files.ts'
import { createRecord } from './page-actions.ts'
import { cardOf, closeAll, top } from './assembly-actions.ts'
import { readFlatList, readSummary, readTreeLength } from './read-bom.ts'
import { robotSample } from './robot-sample.ts'
import { journey, testsWith } from './system.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const robot = join(root, '..', 'shared', 'data', 'odri')

const found = await journey(suite)
const { api, base, open, close, picture, complaints } = found ?? ({} as NonNullable<typeof found>)
const browserTest = testsWith(found)

const load = async (folder: string) => {
  const { username, password } = administrator
  const env = {
    ...process.env,
    BASE_URL: base,
    ADMIN_USERNAME: username,
    ADMIN_PASSWORD: password,
  }
  await promisify(execFile)(process.execPath, ['infra/testing/blackbox/load-robot.ts', folder], {
    cwd: root,
    env,
  })
}

/** Depth and number of lines, counted by following every path. */
const shapeOf = (lines: readonly Line[], parent: string): { depth: number; rows: number } => {
  let [depth, rows] = [0, 0]
  for (const { child } of lines.filter((line) => line.parent === parent)) {
    const below = shapeOf(lines, child)
    depth = Math.max(depth, 1 + below.depth)
    rows += 1 + below.rows
  }
  return { depth, rows }
}

/** Compares the totals on the screen with those computed from the files. */
const compareWithScreen = async (t: Test, folder: string, nth = 1) => {
  const files = readRobot(folder)
  const nameOf = new Map([
    ...files.assemblies.map(({ assembly_id, name }) => [assembly_id, name] as const),
    ...files.items.map(({ item_id, description }) => [item_id, description] as const),
  ])
  const kindOf = new Map(files.lines.map(({ child, kind }) => [child, kind]))
  const page = await open('/assemblies')
  const shown = topAssemblies(files).filter((_, at) => at % nth === 0)
  for (const { assembly_id, name } of shown) {
    const totals = walk(files.lines, assembly_id)
    if (totals.size === 0) continue
    const pieces = (kind: Line['kind']) =>
      [...totals].reduce((sum, [child, total]) => sum + (kindOf.get(child) === kind ? total : 0), 0)
    const { depth, rows } = shapeOf(files.lines, assembly_id)

    await page.getByPlaceholder('Søk sammenstillinger...').fill(assembly_id)
    await cardOf(page, name).first().getByRole('button', { name: 'Stykkliste' }).click()
    await top(page).getByText('Salgspris').waitFor()
    const expected = new Set([...totals].map(([child, total]) => `${nameOf.get(child)} × ${total}`))
    t.same((await readFlatList(page)).toSorted(), [...expected].toSorted(), name)
    t.equal(await readTreeLength(page), rows, `lines of the tree of ${name}`)
    t.same(await readSummary(page), {
      Komponenter: pieces('component'),
      Motorer: pieces('motor'),
      Sensorer: pieces('sensor'),
      'Maks dybde': depth,
    })
    await picture(page, `totals-${assembly_id}`)
    await closeAll(page)
  }
  await close(page)
}

await browserTest('a robot: every total on the screen is what its parts lists say', async (t) => {
  const folder = robotSample()
  t.teardown(() => rmSync(folder, { recursive: true }))
  await load(folder)
  await compareWithScreen(t, folder)
})

const absent = existsSync(robot) ? false : 'the open robot’s parts lists are not here'
await browserTest(
  'the same for a robot from real data',
  async (t) => {
    await load(robot)
    // load-robot.ts has compared all totals already, so every tenth will do.
    await compareWithScreen(t, robot, 10)
  },
  { skip: absent },
)

await browserTest(
  'a tree of 20,000 lines expands, and the End key leads to its last line',
  async (t) => {
    const [wide, parts] = [18, 60]
    const block = await createRecord(api, 'assemblytypes', { name: 'Blokk', description: 'Blokk' })
    for (let part = 0; part < parts; part++) {
      const componentId = await createRecord(api, 'componenttypes', { description: `Del ${part}` })
      await createRecord(api, `assemblytypes/${block}/components`, { componentId, quantity: 2 })
    }
    const clones = async (id: number, name: string) => {
      const ids = [id]
      while (ids.length < wide)
        ids.push(
          await createRecord(api, `assemblytypes/${id}/clone`, { name: `${name} ${ids.length}` }),
        )
      return ids
    }
    const holding = async (name: string, children: readonly number[]) => {
      const id = await createRecord(api, 'assemblytypes', { name, description: name })
      for (const childAssemblyId of children)
        await createRecord(api, `assemblytypes/${id}/subassemblies`, {
          childAssemblyId,
          quantity: 3,
        })
      return id
    }
    const modules = await clones(await holding('Modul', await clones(block, 'Blokk')), 'Modul')
    await holding('Anlegg', modules)

    const page = await open('/assemblies')
    await page.getByPlaceholder('Søk sammenstillinger...').fill('Anlegg')
    await cardOf(page, 'Anlegg').getByRole('button', { name: 'Stykkliste' }).click()
    await top(page).getByText('Salgspris').waitFor()
    const lines = await readFlatList(page)
    t.equal(lines.length, 2 * wide + parts)
    t.ok(lines.includes(`Del 0 × ${wide * 3 * wide * 3 * 2}`), lines.slice(0, 3).join())
    t.equal(await readTreeLength(page), wide + wide * wide + wide * wide * parts)
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('End')
    const last = page.locator(`[role=row][aria-rowindex="${1 + wide + wide * wide * (parts + 1)}"]`)
    await last.waitFor()
    t.match(await last.innerText(), /^Del \d+/)
    t.ok((await page.getByRole('row').count()) < 100, 'only visible rows are in the DOM')
    t.equal((await readSummary(page))['Maks dybde'], 3)
    await close(page)
  },
)

await browserTest('no page logged an error to the console', async (t) => {
  t.same(complaints, [])
})
