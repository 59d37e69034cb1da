import pg from 'pg'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type Test } from 'tap'
import { startPostgres } from '#infra/postgres/start.ts'
import type { Client } from '#infra/rest/client.ts'
import { rememberedChildren } from '#infra/supervisor/children-file.ts'
import { asAdministrator, startSystem, type System } from './system.ts'

const examples = new URL('../../../../shared/data/spec-shaped/', import.meta.url)

const created = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client('POST', path, body)
  if (reply.status !== 201)
    throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return (reply.body as { data: { id: number } }).data.id
}

/** An operator in trouble might do this. */
const dropReadTables = async (dataDir: string) => {
  const postgres = await startPostgres({ dataDir })
  const database = new pg.Client(await postgres.ensureDatabase('stykkliste'))
  await database.connect()
  await database.query('drop schema read cascade')
  await database.end()
  await postgres.stop()
}

type Bom = {
  items: { itemType: string; itemId: number; totalQuantity: number; level: number }[]
  summary: Record<string, number>
}
const bomOf = async (client: Client, id: number) =>
  (await client('GET', `/api/assemblytypes/${id}/bom`)).body as unknown as Bom

const countOf = async (client: Client, path: string) =>
  Number((await client('GET', path)).headers.get('x-total-count'))

/** Kills the command service between the appends of one paste. */
const killedWhilePasting = async (t: Test, system: System, client: Client, line: number) => {
  const before = await countOf(client, '/api/assemblytypes?limit=1')
  const names = Array.from({ length: 60 }, (_, n) => `Stasjon ${n}`)
  const body = {
    made: names.map((name) => ({ name, description: 'Limt inn' })),
    lines: names.map((_, made) => ({ kind: 'subassembly', made })),
  }
  const path = `/api/assemblytypes/${line}/lines`
  const paste = () => client('POST', path, body, { 'idempotency-key': 'lim inn' })
  const cutOff = paste()
  while ((await countOf(client, '/api/assemblytypes?limit=1')) === before);
  const { pid } = rememberedChildren(system.dataDir).find(({ name }) => name === 'command')!
  process.kill(pid, 'SIGKILL')
  t.comment(`killed: ${JSON.stringify((await cutOff).body)}`)
  while ((await countOf(client, '/api/assemblytypes?limit=1')) < before + names.length);
  let again = await paste()
  while (again.status === 503) again = await paste()
  const { made } = again.body['data'] as { made: { id: number }[] }
  t.equal(await countOf(client, '/api/assemblytypes?limit=1'), before + names.length, 'once')
  const { items } = await bomOf(client, line)
  t.equal(items.filter(({ itemType }) => itemType === 'assembly').length, 2 + names.length)
  const removed = made.map(({ id: itemId }) => ({ kind: 'subassembly', itemId }))
  t.equal((await client('POST', path, { removed, unmade: made })).status, 200)
}

// One test, since each step needs the one before.
test('the main job, from an empty folder to the same answers after a restart and a rebuild', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  let system = await startSystem(dataDir)
  t.teardown(async () => {
    // Stop first: a running system still writes to the folder.
    await system.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const signedIn = () => asAdministrator(system.base)
  let client = await signedIn()

  const supplierId = await created(client, '/api/suppliers', {
    name: 'Østlandet Drivteknikk AS',
    orderEmail: 'ordre@drivteknikk.example',
  })
  const manufacturerId = await created(client, '/api/manufacturers', {
    name: 'Nordgir',
    supplierId,
  })
  const bolt = await created(client, '/api/componenttypes', {
    description: 'Skrue M8×20',
    supplierArticlenumber: '0815',
    supplierId,
    manufacturerId,
    tags: ['fest', ' fest', 'M8'],
    pricing: { costPrice: 1.005, priceFactor: 1.4 },
  })
  const { body } = await client('GET', `/api/componenttypes/${bolt}`)
  t.match(body, {
    success: true,
    data: {
      id: bolt,
      supplierName: 'Østlandet Drivteknikk AS',
      manufacturerName: 'Nordgir',
      supplierArticlenumber: '0815',
      tags: ['fest', 'M8'],
      pricing: { costPrice: 1.005, priceFactor: 1.4, salesPrice: 1.407, unit: 'stk' },
    },
  })

  const assembly = (name: string) =>
    created(client, '/api/assemblytypes', { name, description: `${name} til prøven` })
  const [line, drive, frame] = [
    await assembly('Linje'),
    await assembly('Drivstasjon'),
    await assembly('Ramme'),
  ]
  const contains = (id: number, childAssemblyId: number, quantity: number) =>
    created(client, `/api/assemblytypes/${id}/subassemblies`, { childAssemblyId, quantity })
  await contains(line, drive, 2)
  await contains(drive, frame, 3)
  await contains(line, frame, 1)
  await created(client, `/api/assemblytypes/${frame}/components`, {
    componentId: bolt,
    quantity: 8,
  })

  const expected = {
    items: [
      { itemType: 'component', itemId: bolt, totalQuantity: 56, level: 2 },
      { itemType: 'assembly', itemId: drive, totalQuantity: 2, level: 1 },
      { itemType: 'assembly', itemId: frame, totalQuantity: 7, level: 1 },
    ],
    summary: { totalComponents: 56, uniqueComponents: 1, maxDepth: 3 },
  }
  const byId = (a: { itemType: string; itemId: number }, b: typeof a) =>
    b.itemType.localeCompare(a.itemType) || a.itemId - b.itemId
  const isExpected = async (message: string) => {
    const { items, summary } = await bomOf(client, line)
    t.match(items.toSorted(byId), expected.items, message)
    t.match(summary, expected.summary, message)
  }
  await isExpected('totals multiply down the paths and add up across them')

  const circle = await client('POST', `/api/assemblytypes/${frame}/subassemblies`, {
    childAssemblyId: line,
  })
  t.equal(circle.status, 409)
  t.match(circle.body, { success: false, code: 'CYCLE', error: /Ramme|Linje/ })

  await killedWhilePasting(t, system, client, line)
  await isExpected('what was pasted is taken back as a whole')

  const skip = existsSync(examples) ? false : 'the example files are not here'
  await t.test('suppliers and components come in from CSV files', { skip }, async (t) => {
    const importFile = async (entity: string, file: string, uniqueIdentifier: string) => {
      const form = new FormData()
      form.set(
        'file',
        new Blob([readFileSync(new URL(file, examples))], { type: 'text/csv' }),
        file,
      )
      form.set('updateBehavior', 'update')
      form.set('uniqueIdentifier', uniqueIdentifier)
      return (await client.upload(`/api/csv-import/${entity}`, form)).body
    }
    t.match(await importFile('suppliers', 'leverandorer_antatt-hode_utf8_komma.csv', 'name'), {
      success: true,
      summary: { created: 116, failed: 0 },
    })
    const components = 'komponenter_odri_excel-nbno_cp1252_semikolon.csv'
    const first = await importFile('componenttypes', components, 'itoArticlenumber')
    t.match(first, { success: true, summary: { created: 237, failed: 0 } })
    const again = await importFile('componenttypes', components, 'itoArticlenumber')
    t.match(again, { success: true, summary: { created: 0, updated: 0, unchanged: 237 } })
  })

  const lists = ['suppliers', 'manufacturers', 'componenttypes', 'assemblytypes']
  const everything = async () =>
    Object.fromEntries(
      await Promise.all(
        lists.map(async (name) => [name, (await client('GET', `/api/${name}`)).body]),
      ),
    )
  const before = await everything()

  await system.stop()
  await dropReadTables(dataDir)
  system = await startSystem(dataDir)
  client = await signedIn()
  t.same(await everything(), before, 'a stop, a start and read tables rebuilt from the log')
  await isExpected('totals after the rebuild')
})
