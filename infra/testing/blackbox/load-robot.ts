import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { idKeyOf, pathOf, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { type Client, signIn } from '#infra/rest/client.ts'
import { readingItsWrites } from './reading-its-writes.ts'
import { readRobot, type Robot, topAssemblies, walk } from './robot-files.ts'

type Ids = ReadonlyMap<string, number>

const create = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client('POST', path, body)
  if (reply.status === 201) return (reply.body as { data: { id: number } }).data.id
  throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
}

const addSuppliers = async (client: Client, { items }: Robot): Promise<Ids> => {
  const ids = new Map<string, number>()
  for (const name of new Set(items.map((item) => item.supplier).filter(Boolean)))
    ids.set(
      name,
      await create(client, '/api/suppliers', { name, orderEmail: 'ordre@prove.example' }),
    )
  return ids
}

const addItems = async (client: Client, robot: Robot): Promise<Map<string, number>> => {
  const suppliers = await addSuppliers(client, robot)
  const ids = new Map<string, number>()
  for (const { item_id, description, item_type, supplier, supplier_article_no } of robot.items) {
    const id = await create(client, `/api/${item_type}types`, {
      description,
      itoArticlenumber: item_id,
      supplierArticlenumber: supplier_article_no || item_id,
      ...(supplier && { supplierId: suppliers.get(supplier) }),
    })
    ids.set(item_id, id)
  }
  return ids
}

const load = async (client: Client, robot: Robot): Promise<Ids> => {
  const ids = await addItems(client, robot)
  for (const { assembly_id, name } of robot.assemblies)
    ids.set(
      assembly_id,
      await create(client, '/api/assemblytypes', {
        name,
        description: name,
        drawingNumber: assembly_id,
      }),
    )
  for (const { parent, child, kind, quantity } of robot.lines) {
    const linked = kind === 'assembly' ? 'subassembly' : (kind as LinkKind)
    const body = { [idKeyOf(linked)]: ids.get(child), quantity }
    await create(client, `/api/assemblytypes/${ids.get(parent)}/${pathOf(linked)}`, body)
  }
  return ids
}

type BomLine = { itemType: string; itemId: number; totalQuantity: number | string }

/** Counts the totals that differ from those computed from the files. */
const differences = async (client: Client, robot: Robot, ids: Ids, top: string) => {
  const { body } = await client('GET', `/api/assemblytypes/${ids.get(top)}/bom`)
  const items = body['items'] as readonly BomLine[]
  const reported = new Map(
    items.map((item) => [`${item.itemType} ${item.itemId}`, `${item.totalQuantity}`]),
  )
  const kindOf = new Map(robot.lines.map((line) => [line.child, line.kind]))
  const expected = walk(robot.lines, top)
  const wrong = [...expected].filter(
    ([child, total]) => reported.get(`${kindOf.get(child)} ${ids.get(child)}`) !== `${total}`,
  )
  return { lines: expected.size, wrong: wrong.length + Math.abs(expected.size - items.length) }
}

const main = async (): Promise<void> => {
  const [folder] = process.argv.slice(2)
  const { BASE_URL = 'http://127.0.0.1:3000', ADMIN_USERNAME, ADMIN_PASSWORD } = process.env
  if (!folder || !existsSync(join(folder, 'bom_lines.csv')))
    throw new Error('Oppgi en mappe med assemblies.csv, items.csv og bom_lines.csv.')
  if (!ADMIN_USERNAME || !ADMIN_PASSWORD)
    throw new Error('Oppgi ADMIN_USERNAME og ADMIN_PASSWORD for en konto som kan redigere.')
  const client = readingItsWrites(await signIn(BASE_URL, ADMIN_USERNAME, ADMIN_PASSWORD))
  const robot = readRobot(folder)
  const { assemblies, items, lines } = robot
  console.log(
    `Leser inn ${assemblies.length} sammenstillinger, ${items.length} deler, ${lines.length} linjer ...`,
  )
  const ids = await load(client, robot)
  let wrong = 0
  for (const { assembly_id, name } of topAssemblies(robot)) {
    const found = await differences(client, robot, ids, assembly_id)
    wrong += found.wrong
    console.log(
      `${found.wrong === 0 ? 'likt  ' : 'ULIKT '} ${assembly_id} ${name}: ${found.lines} linjer`,
    )
  }
  console.log(wrong === 0 ? 'Alle summer er som filene sier.' : `${wrong} summer er feil.`)
  if (wrong > 0) process.exitCode = 1
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
