import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import type { Client } from '#infra/rest/client.ts'
import { assemblies, type SampleAssembly } from './assemblies.ts'
import { manufacturers, suppliers } from './companies.ts'
import { components } from './components.ts'
import { motors, sensors } from './motors-and-sensors.ts'

type Ids = Map<string, number>
type References = {
  readonly supplier?: string
  readonly manufacturer?: string
  readonly [field: string]: unknown
}
type Sample = Readonly<Record<string, References>>

const create = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client('POST', path, body)
  if (reply.status === 201) return (reply.body as { data: { id: number } }).data.id
  throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
}

/** `supplier: 'staal'` becomes `supplierId: 3`. */
const withIds = ({ supplier, manufacturer, ...fields }: References, ids: Ids): object => ({
  ...fields,
  ...(supplier && { supplierId: ids.get(`suppliers ${supplier}`) }),
  ...(manufacturer && { manufacturerId: ids.get(`manufacturers ${manufacturer}`) }),
})

const addAll = async (client: Client, collection: string, sample: Sample, ids: Ids) => {
  for (const [key, record] of Object.entries(sample))
    ids.set(
      `${collection} ${key}`,
      await create(client, `/api/${collection}`, withIds(record, ids)),
    )
}

const link = async (client: Client, id: number, kind: LinkKind, parts: object, ids: Ids) => {
  const { path, idKey, entity } = linkKinds[kind]
  let sortOrder = 0
  for (const [key, quantity] of Object.entries(parts)) {
    const body = { [idKey]: ids.get(`${entity} ${key}`), quantity, sortOrder: sortOrder++ }
    await create(client, `/api/assemblytypes/${id}/${path}`, body)
  }
}

const addAssembly = async (client: Client, key: string, sample: SampleAssembly, ids: Ids) => {
  const { components: c = {}, motors: m = {}, sensors: s = {}, subassemblies: a = {} } = sample
  const { name, description, type, drawingNumber, attributes = [] } = sample
  const id = await create(client, '/api/assemblytypes', { name, description, type, drawingNumber })
  ids.set(`assemblytypes ${key}`, id)
  await link(client, id, 'component', c, ids)
  await link(client, id, 'motor', m, ids)
  await link(client, id, 'sensor', s, ids)
  await link(client, id, 'subassembly', a, ids)
  for (const attribute of attributes)
    await create(client, `/api/assemblytypes/${id}/attributes`, attribute)
}

/** Adds the whole sample through the same commands as a form. Answers how many records it added. */
export const fill = async (client: Client): Promise<number> => {
  const ids: Ids = new Map()
  await addAll(client, 'suppliers', suppliers, ids)
  await addAll(client, 'manufacturers', manufacturers, ids)
  await addAll(client, 'componenttypes', components, ids)
  await addAll(client, 'motortypes', motors, ids)
  await addAll(client, 'sensortypes', sensors, ids)
  for (const [key, sample] of Object.entries(assemblies))
    await addAssembly(client, key, sample, ids)
  await create(client, '/api/projects', {
    projectNumber: 'P-2026-014',
    monitor1: 'Linjeoversikt',
    monitor2: 'Alarmer',
  })
  return ids.size + 1
}
