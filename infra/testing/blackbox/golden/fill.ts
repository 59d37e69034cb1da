import { setTimeout } from 'node:timers/promises'
import { png } from '#command/objects/testing/files.ts'
import type { Answer, Client } from '#infra/rest/client.ts'
import { fullRecords } from '../full-records.ts'

const accepted = (reply: Answer): Record<string, never> => {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as Record<string, never>
}

export const fill = async (client: Client): Promise<void> => {
  const send = async (method: string, path: string, body?: object) =>
    accepted(await client(method, path, body))
  const create = async (path: string, body: object): Promise<number> =>
    (await send('POST', `/api/${path}`, body))['data']!['id']

  const supplier = await create('suppliers', fullRecords(0, 0).suppliers)
  const manufacturer = await create('manufacturers', { name: 'Fabrikk', supplierId: supplier })
  const records = fullRecords(supplier, manufacturer)
  const form = new FormData()
  form.set('kind', 'image')
  form.set('file', new Blob([new Uint8Array(png('gull'))], { type: 'image/png' }), 'bilde.png')
  const image = accepted(await client.upload('/api/objects/upload', form))['objectPath']
  const component = await create('componenttypes', { ...records.componenttypes, image })
  const motor = await create('motortypes', records.motortypes)
  const sensor = await create('sensortypes', records.sensortypes)
  const assembly = await create('assemblytypes', records.assemblytypes)
  const inner = await create('assemblytypes', { name: 'Rullebane', description: 'Med ruller' })
  await create('projects', { projectNumber: 'P-1', monitor1: 'Kari' })
  for (const costPrice of [100.5, 120.25])
    await send('PUT', `/api/componenttypes/${component}`, { pricing: { costPrice } })

  const link = (id: number, kind: string, body: object) =>
    send('POST', `/api/assemblytypes/${id}/${kind}`, body)
  await link(assembly, 'subassemblies', { childAssemblyId: inner, quantity: 3 })
  await link(inner, 'components', { componentId: component, quantity: 4 })
  await link(assembly, 'motors', { motorId: motor, quantity: 1 })
  await link(assembly, 'sensors', { sensorId: sensor, quantity: 2 })

  const removed = await create('suppliers', { name: 'Slettet AS', orderEmail: 'a@b.example' })
  await send('DELETE', `/api/suppliers/${removed}`)
  const csv = new FormData()
  csv.set('file', new Blob(['Navn;Ordre e-post\nImportert AS;ordre@import.example\n']), 'l.csv')
  csv.set('updateBehavior', 'update')
  csv.set('uniqueIdentifier', 'name')
  accepted(await client.upload('/api/csv-import/suppliers', csv))
  await fillMore({ client, send, create }, { component, motor })
}

type Filling = {
  readonly client: Client
  readonly send: (method: string, path: string, body?: object) => Promise<Record<string, never>>
  readonly create: (path: string, body: object) => Promise<number>
}
type Parts = { readonly component: number; readonly motor: number }

/** Jobs with many records continue in the background. */
const ended = async (client: Client, id: string): Promise<void> => {
  for (;;) {
    const { data } = accepted(await client('GET', `/api/csv-import/jobs/${id}`)) as {
      data?: { finishedAt: string | null; state: string }
    }
    if (!data?.finishedAt) await setTimeout(100)
    else if (data.state === 'failed') throw new Error(`The job ${id} failed`)
    else return
  }
}

const fillMore = async (
  { client, send, create }: Filling,
  { component, motor }: Parts,
): Promise<void> => {
  const other = await create('suppliers', { name: 'Andre AS', orderEmail: 'post@andre.example' })
  const offer = `/api/componenttypes/${component}/offers/${other}`
  const terms = { unit: 'stk', minimumOrder: 100, leadTime: 14 }
  await send('PUT', offer, { supplierArticlenumber: '2002-1', costPrice: 119.9, ...terms })
  await send('PUT', `${offer}/preferred`, { reason: 'Kortere leveringstid' })
  const coming = { costPrice: 900, validFrom: '2099-01-01', reason: 'Ny prisliste' }
  await send('PUT', `/api/motortypes/${motor}`, { pricing: coming })
  const maker = await create('manufacturers', { name: 'Kommer tilbake', supplierId: other })
  const frame = await create('assemblytypes', { name: 'Ramme', description: 'Kommer tilbake' })
  await send('POST', `/api/assemblytypes/${frame}/motors`, { motorId: motor, quantity: 2 })
  await send('POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId: frame, quantity: 5 })
  for (const [path, id] of [
    ['manufacturers', maker],
    ['assemblytypes', frame],
  ] as const) {
    const job = (await send('POST', `/api/${path}/bulk/delete`, { ids: [id] }))['data']!
    await ended(client, job['id'])
    await send('POST', `/api/csv-import/jobs/${job['id']}/undo`)
    await ended(client, job['id'])
  }
}

const lists = ['suppliers', 'manufacturers', 'componenttypes', 'motortypes', 'sensortypes']
const paths = [
  ...[...lists, 'assemblytypes', 'projects', 'counts'].map((name) => `/api/${name}`),
  '/api/suppliers/1',
  '/api/componenttypes/1',
  '/api/assemblytypes/1/bom',
  '/api/assemblytypes/1/bom/hierarchy',
  '/api/pricing/history?entityType=componenttype&entityId=1',
  '/api/componenttypes/1/offers',
  '/api/motortypes/1',
]

/** Every later release must give the same answers to these queries. */
export const answers = async (client: Client): Promise<Record<string, object>> => {
  const found: Record<string, object> = {}
  for (const path of paths) found[path] = accepted(await client('GET', path))
  return found
}
