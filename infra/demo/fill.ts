import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { signIn, type Client } from '#infra/rest/client.ts'
import sample from './conveyor.json' with { type: 'json' }

/** A record as the file names it: what it refers to by the names of this file. */
type SampleRecord = {
  readonly supplier?: string
  readonly manufacturer?: string
  readonly attributes?: readonly object[]
  readonly links?: { readonly [kind in LinkKind]?: { readonly [name: string]: number } }
  readonly [field: string]: unknown
}
/** Ids by collection and name: `suppliers staal` -> 3. */
type Ids = Map<string, number>

const create = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client('POST', path, body)
  if (reply.status === 201) return (reply.body as { data: { id: number } }).data.id
  throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
}

const link = async (client: Client, assembly: string, links: SampleRecord['links'], ids: Ids) => {
  for (const kind of Object.keys(links ?? {}) as LinkKind[]) {
    const { path, idKey, entity } = linkKinds[kind]
    for (const [index, [name, quantity]] of Object.entries(links?.[kind] ?? {}).entries()) {
      const body = { [idKey]: ids.get(`${entity} ${name}`), quantity, sortOrder: index }
      await create(client, `${assembly}/${path}`, body)
    }
  }
}

const add = async (client: Client, collection: string, record: SampleRecord, ids: Ids) => {
  const { supplier, manufacturer, attributes = [], links, ...fields } = record
  const body = {
    ...fields,
    ...(supplier && { supplierId: ids.get(`suppliers ${supplier}`) }),
    ...(manufacturer && { manufacturerId: ids.get(`manufacturers ${manufacturer}`) }),
  }
  const id = await create(client, `/api/${collection}`, body)
  const path = `/api/${collection}/${id}`
  await link(client, path, links, ids)
  for (const attribute of attributes) await create(client, `${path}/attributes`, attribute)
  return id
}

const isEmpty = async (client: Client): Promise<boolean> => {
  for (const name of Object.keys(sample)) {
    const { body } = await client('GET', `/api/${name}`)
    if ((body['data'] as readonly unknown[]).length > 0) return false
  }
  return true
}

/** Fills an empty system with a conveyor line, through the same commands as a form. Never mixes it with real data. */
export const fillIfEmpty = async (
  address: string,
  username: string,
  password: string,
): Promise<void> => {
  const client = await signIn(address, username, password)
  if (!(await isEmpty(client)))
    return console.log('Katalogen er ikke tom, så eksemplene ble ikke lagt inn.')
  console.log('Legger inn eksemplene ...')
  const ids: Ids = new Map()
  for (const [collection, records] of Object.entries(sample))
    for (const [name, record] of Object.entries<SampleRecord>(records))
      ids.set(`${collection} ${name}`, await add(client, collection, record, ids))
  console.log(`La inn ${ids.size} poster: en transportbåndlinje i tre nivåer.`)
}
