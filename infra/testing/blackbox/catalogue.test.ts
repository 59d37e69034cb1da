import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import { entityNamed, type EntityName } from '#contracts/catalogue/index.ts'
import { fillIfEmpty } from '#infra/demo/fill.ts'
import { signIn, type Answer, type Client } from '#infra/rest/client.ts'
import { administrator, asAdministrator, systemFor } from './system.ts'
import { fullRecords } from './full-records.ts'
import { importsPricesByScript } from './nightly-prices.ts'

type Row = { id: number } & Record<string, unknown>
const dataOf = (reply: Answer) => reply.body['data'] as Row
const rowsOf = (reply: Answer) => reply.body['data'] as Row[]
const required = 'Dette feltet er påkrevd'

/** Deleting a record also erases the contact data in its former values. */
const withoutPersonal = (name: string, values: object) => {
  const { fields } = entityNamed(name as EntityName)
  return Object.fromEntries(Object.entries(values).filter(([key]) => !fields[key]?.personal))
}

const must = async (client: Client, path: string, body: object) => {
  const reply = await client('POST', path, body)
  if (reply.status !== 201)
    throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return dataOf(reply)
}

test('the catalogue over its API', async (t) => {
  const system = await systemFor(t)
  const client = await asAdministrator(system.base)

  await fillIfEmpty(system.base, administrator.username, administrator.password, true)
  const supplier = await must(client, '/api/suppliers', {
    name: 'Felles',
    orderEmail: 'a@b.example',
  })
  const manufacturer = await must(client, '/api/manufacturers', {
    name: 'Felles',
    supplierId: supplier.id,
  })

  await t.test('a demo has images, documents, a year of prices and users', async (t) => {
    const [motor] = rowsOf(await client('GET', '/api/motortypes'))
    const names = { image: 'Girmotor%200%2C55%20kW.webp', dataSheet: 'kW%2C%20datablad.pdf' }
    for (const [key, name] of Object.entries(names)) {
      const { status, headers } = await client('GET', motor![key] as string)
      t.equal(status, 200)
      t.match(headers.get('content-disposition'), name, 'a name as staff would give it')
    }
    const prices = rowsOf(await client('GET', '/api/pricing/history?user=ingrid'))
    t.ok(prices.length > 40, `${prices.length} prices`)
    t.ok(await signIn(system.base, 'anders', administrator.password))
  })

  const examples = Object.entries(fullRecords(supplier.id, manufacturer.id))

  for (const [name, example] of examples)
    await t.test(`${name}: every field can be stored, read and cleared`, async (t) => {
      const { id } = await must(client, `/api/${name}`, example)
      const one = await client('GET', `/api/${name}/${id}`)
      t.match(dataOf(one), { id, ...example })
      t.match(one.headers.get('etag'), /^"\d+"$/)
      t.match(
        rowsOf(await client('GET', `/api/${name}`)).find((row) => row.id === id),
        example,
      )

      const then = new Date().toISOString()
      while (new Date().toISOString() === then) await delay(1)
      const needed = ['name', 'orderEmail', 'description', 'supplierArticlenumber', 'supplierId']
      const optional = Object.keys(example).filter(
        (key) => !needed.includes(key) || (key === 'supplierId' && name !== 'manufacturers'),
      )
      const cleared = Object.fromEntries(optional.map((key) => [key, null]))
      t.equal((await client('PUT', `/api/${name}/${id}`, cleared)).status, 200)
      const after = dataOf(await client('GET', `/api/${name}/${id}`))
      for (const key of optional)
        t.ok([null, '', false].includes(after[key] as null) || (after[key] as []).length === 0, key)

      t.equal((await client('DELETE', `/api/${name}/${id}`)).status, 200)
      t.equal((await client('GET', `/api/${name}/${id}`)).status, 404)
      const was = await client('GET', `/api/${name}/${id}?asOf=${then}`)
      t.match(dataOf(was), { id, ...withoutPersonal(name, example) }, 'and still exists as of then')
    })

  await t.test('projects have UUIDs and unique numbers', async (t) => {
    const project = { projectNumber: 'P-1', monitor1: 'M1' }
    const { id } = await must(client, '/api/projects', project)
    t.match(id, /^[0-9a-f-]{36}$/)
    t.match(await client('POST', '/api/projects', project), {
      status: 409,
      body: { code: 'DUPLICATE' },
    })
    t.equal((await client('PUT', `/api/projects/${id}`, { monitor2: 'M2' })).status, 200)
    t.match(dataOf(await client('GET', `/api/projects/${id}`)), { ...project, monitor2: 'M2' })
    t.equal((await client('DELETE', `/api/projects/${id}`)).status, 200)
  })

  await t.test('100 projects created at the same time all exist', async (t) => {
    const numbers = Array.from({ length: 100 }, (_, i) => `Samtidig ${i}`)
    const replies = await Promise.all(
      numbers.map((projectNumber) =>
        client('POST', '/api/projects', { projectNumber, monitor1: 'M1' }),
      ),
    )
    t.same(new Set(replies.map(({ status }) => status)), new Set([201]))
  })

  await t.test('each violation is reported at its field, and nothing is stored', async (t) => {
    const component = (pricing: object) => ({ description: 'x', pricing })
    const cases: readonly [string, object, string, string][] = [
      ['suppliers', { name: 'x' }, 'orderEmail', required],
      ['suppliers', { name: ' ', orderEmail: 'a@b.example' }, 'name', required],
      ['motortypes', { description: 'x' }, 'supplierArticlenumber', required],
      ['sensortypes', {}, 'description', required],
      [
        'componenttypes',
        component({ costPrice: -0.01 }),
        'pricing.costPrice',
        'Kostpris må være positiv',
      ],
      [
        'componenttypes',
        component({ priceFactor: 0.09 }),
        'pricing.priceFactor',
        'Prisfaktor må være minst 0.1',
      ],
      [
        'componenttypes',
        component({ priceFactor: 10.1 }),
        'pricing.priceFactor',
        'Prisfaktor kan ikke være høyere enn 10',
      ],
      [
        'componenttypes',
        component({ listPrice: -1 }),
        'pricing.listPrice',
        'Listepris må være positiv',
      ],
      [
        'componenttypes',
        component({ unit: '12345678901' }),
        'pricing.unit',
        'Enhet kan ikke være lengre enn 10 tegn',
      ],
      ['componenttypes', component({ unit: '' }), 'pricing.unit', 'Enhet er påkrevd'],
      [
        'componenttypes',
        component({ costPrice: 5, priceFactor: null }),
        'pricing.priceFactor',
        'Prisfaktor må angis når kostpris er satt',
      ],
    ]
    for (const [name, body, path, message] of cases) {
      const before = rowsOf(await client('GET', `/api/${name}`)).length
      const reply = await client('POST', `/api/${name}`, body)
      t.match(reply, { status: 400, body: { success: false, code: 'VALIDATION' } }, message)
      t.match(reply.body['details'], [{ path, message }])
      t.equal(rowsOf(await client('GET', `/api/${name}`)).length, before)
    }
    t.match(await client('POST', '/api/componenttypes', component({ costPriceCurrency: 'CNY' })), {
      status: 400,
      body: { details: [{ path: 'pricing.costPriceCurrency' }] },
    })
    t.match(await client('POST', '/api/manufacturers', { name: 'x', supplierId: 999_999 }), {
      status: 400,
      body: { details: [{ path: 'supplierId' }] },
    })
  })

  await t.test('prices keep every digit, and have a history', async (t) => {
    const { id } = await must(client, '/api/componenttypes', {
      description: 'Priset',
      pricing: { costPrice: 1234.5678, priceFactor: 1.5, costPriceCurrency: 'EUR' },
    })
    const before = new Date().toISOString()
    await client('PUT', `/api/componenttypes/${id}`, { pricing: { costPrice: 0.1 } })
    t.match(dataOf(await client('GET', `/api/componenttypes/${id}`))['pricing'], {
      costPrice: 0.1,
      costPriceCurrency: 'EUR',
      priceFactor: 1.5,
      salesPrice: 0.15,
    })
    const history = await client(
      'GET',
      `/api/pricing/history?entityType=componenttype&entityId=${id}`,
    )
    t.equal(rowsOf(history).length, 2)
    t.match(dataOf(await client('GET', `/api/pricing/componenttype-${id}?asOf=${before}`)), {
      costPrice: 1234.5678,
    })
    await client('PUT', `/api/componenttypes/${id}`, { pricing: { costPrice: 0.1 } })
    const same = await client('GET', `/api/pricing/history?entityType=componenttype&entityId=${id}`)
    t.equal(rowsOf(same).length, 2, 'an unchanged price gives no event')
  })

  await t.test('a record in use is not deleted, and the refusal says what uses it', async (t) => {
    const bolt = await must(client, '/api/componenttypes', { description: 'Bolt' })
    const frame = await must(client, '/api/assemblytypes', { name: 'Ramme', description: 'r' })
    await must(client, `/api/assemblytypes/${frame.id}/components`, { componentId: bolt.id })
    t.match(await client('DELETE', `/api/componenttypes/${bolt.id}`), {
      status: 409,
      body: { code: 'IN_USE', error: /Ramme/ },
    })
    t.equal((await client('DELETE', `/api/assemblytypes/${frame.id}`)).status, 200)
    t.equal((await client('DELETE', `/api/componenttypes/${bolt.id}`)).status, 200)
  })

  await t.test(
    'two editors, a repeated idempotency key, and a hundred requests at once',
    async (t) => {
      const { id } = await must(client, '/api/suppliers', { name: 'To', orderEmail: 'a@b.example' })
      const etag = (await client('GET', `/api/suppliers/${id}`)).headers.get('etag')!
      const rename = (name: string) =>
        client('PUT', `/api/suppliers/${id}`, { name }, { 'if-match': etag })
      t.equal((await rename('Første')).status, 200)
      t.match(await rename('Andre'), { status: 409, body: { code: 'CONFLICT' } })

      const key = { 'idempotency-key': randomUUID() }
      const body = { name: 'Én gang', orderEmail: 'a@b.example' }
      const first = await client('POST', '/api/suppliers', body, key)
      const second = await client('POST', '/api/suppliers', body, key)
      t.same([second.status, second.body], [first.status, first.body])

      const many = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          must(client, '/api/sensortypes', { description: `Sensor ${n}` }),
        ),
      )
      t.equal(new Set(many.map((row) => row.id)).size, 100)
    },
  )

  await t.test('a price file of the wholesaler sets the price by El-nummer', async (t) => {
    const { id } = await must(client, '/api/componenttypes', {
      description: 'Kabel',
      electricalNumber: '0123456',
      supplierId: supplier.id,
      unit: 'm',
    })
    const file = [
      'VH;EFONELFO;4.0;NO1MVA;;;20200901;;NOK;;FELLES A/S;;;;;NO',
      'VL;1;0123456;KABEL;;2;HMT;100 m;385000;1000000;20200901;2;;;;;J;;1000;B',
      'VL;1;0999999;ANNET;;1;EA;STYKK;100;10000;20200901;2',
    ].join('\r\n')
    const form = new FormData()
    form.set('file', new Blob([file]), 'V4priser.all')
    const sent = await client.upload('/api/csv-import/componenttypes', form)
    t.match(sent, { status: 200, body: { summary: { updated: 1, skipped: 1, failed: 0 } } })
    t.match(dataOf(await client('GET', `/api/componenttypes/${id}`)), {
      pricing: { listPrice: 38.5, costPrice: 34.65, salesPrice: 34.65, unit: 'm' },
    })
  })

  await t.test('the nightly script of the documentation imports prices, and stops', (t) =>
    importsPricesByScript(t, system.base, client),
  )

  await t.test('an invalid id and an unknown path are not found', async (t) => {
    for (const path of ['/api/suppliers/abc', '/api/suppliers/1e3', '/api/finnes-ikke'])
      t.match(await client('GET', path), { status: 404, body: { code: 'NOT_FOUND' } }, path)
  })
})
