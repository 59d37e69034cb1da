import { readFile } from 'node:fs/promises'
import { extname, join, parse } from 'node:path'
import { idKeyOf, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { osloDay } from '#contracts/days.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { accepted, create, signIn, type Client } from '#infra/rest/client.ts'
import sample from './conveyor.json' with { type: 'json' }
import { addPeople, signInAsBuyer } from './people.ts'

/** `day` counts from today; a negative one is in the past. */
type SamplePrice = { readonly day: number; readonly costPrice: number }
/** Refers to other records by their names in the sample file. */
type SampleRecord = {
  readonly supplier?: string
  readonly manufacturer?: string
  readonly pricing?: object
  readonly prices?: readonly SamplePrice[]
  readonly attributes?: readonly object[]
  readonly links?: { readonly [kind in LinkKind]?: { readonly [name: string]: number } }
  readonly [field: string]: unknown
}
type Ids = Map<string, number>
type By = { readonly client: Client; readonly buyer: Client }

const types: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.pdf': 'application/pdf' }

/** As staff would name a file, after what it shows: 'Flenslager UCFL 205, datablad.pdf'. */
const nameOf = (file: string, key: string, title: string): string => {
  const { name, ext } = parse(file)
  const part = title.split(', ')[0]!.replaceAll('/', '-')
  if (key === 'mechanicalDrawing') return `${name} ${part}${ext}`
  return `${part}${key === 'dataSheet' ? ', datablad' : ''}${ext}`
}

type Upload = { readonly file: string; readonly name: string; readonly kind: string }

const upload = async (client: Client, { file, name, kind }: Upload): Promise<string> => {
  const form = new FormData()
  form.set('kind', kind)
  const content = await readFile(join(import.meta.dirname, 'files', file))
  form.set('file', new Blob([content], { type: types[extname(file)]! }), name)
  const answer = await client.upload('/api/objects/upload', form)
  return accepted<{ path: string }>(answer, name).path
}

const uploaded = async (
  client: Client,
  { fields, title }: Entity,
  record: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> => {
  const named = Object.keys(fields).filter((key) => fields[key]!.kind === 'file' && record[key])
  const paths = named.map(async (key) => {
    const file = String(record[key])
    const name = nameOf(file, key, String(record[title]))
    const path = await upload(client, { file, name, kind: fields[key]!.file! })
    return [key, path] as const
  })
  return Object.fromEntries(await Promise.all(paths))
}

const link = async (client: Client, assembly: string, links: SampleRecord['links'], ids: Ids) => {
  for (const kind of Object.keys(links ?? {}) as LinkKind[]) {
    const { path, entity } = linkKinds[kind]
    for (const [index, [name, quantity]] of Object.entries(links?.[kind] ?? {}).entries()) {
      const body = { [idKeyOf(kind)]: ids.get(`${entity} ${name}`), quantity, sortOrder: index }
      await create(client, `${assembly}/${path}`, body)
    }
  }
}

/** The first is sent with the record, the others afterwards. */
const datedPrices = (pricing: object, prices: readonly SamplePrice[]): readonly object[] =>
  prices.map(({ day, costPrice }) => {
    const validFrom = osloDay(new Date(Date.now() + day * 86_400_000))
    return { ...pricing, costPrice, validFrom, reason: 'Ny prisliste' }
  })

const add = async ({ client, buyer }: By, name: EntityName, record: SampleRecord, ids: Ids) => {
  const { supplier, manufacturer, pricing, prices, attributes, links, ...fields } = record
  const [firstPrice, ...laterPrices] = datedPrices(pricing ?? {}, prices ?? [])
  const entity = entityNamed(name)
  const body = {
    ...fields,
    ...(await uploaded(client, entity, fields)),
    ...(supplier && { supplierId: ids.get(`suppliers ${supplier}`) }),
    ...(manufacturer && { manufacturerId: ids.get(`manufacturers ${manufacturer}`) }),
    ...(firstPrice && { pricing: firstPrice }),
  }
  const { id } = await create(client, `/api/${name}`, body)
  const path = `/api/${name}/${id}`
  for (const price of laterPrices) {
    const answer = await buyer('PUT', `/api/pricing/${entity.priced}-${id}`, price)
    accepted(answer, `Price of ${path}`)
  }
  await link(client, path, links, ids)
  for (const attribute of attributes ?? []) await create(client, `${path}/attributes`, attribute)
  return id
}

const isEmpty = async (client: Client): Promise<boolean> => {
  for (const name of Object.keys(sample)) {
    const { body } = await client('GET', `/api/${name}`)
    if ((body['data'] as readonly unknown[]).length > 0) return false
  }
  return true
}

/** Never mixes samples with real data. `withPeople` adds users that share the password which the demo prints. */
export const fillIfEmpty = async (
  address: string,
  username: string,
  password: string,
  withPeople: boolean,
): Promise<void> => {
  const client = await signIn(address, username, password)
  if (!(await isEmpty(client)))
    return console.log('Katalogen er ikke tom, så eksemplene ble ikke lagt inn.')
  console.log('Legger inn eksemplene ...')
  if (withPeople) await addPeople(address, client, password)
  const buyer = withPeople ? await signInAsBuyer(address, password) : client
  const ids: Ids = new Map()
  for (const [collection, records] of Object.entries(sample) as [EntityName, object][])
    for (const [name, record] of Object.entries<SampleRecord>({ ...records }))
      ids.set(`${collection} ${name}`, await add({ client, buyer }, collection, record, ids))
  console.log(`La inn ${ids.size} poster: en transportbåndlinje i tre nivåer.`)
}
