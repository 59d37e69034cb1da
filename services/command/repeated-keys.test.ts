import { test } from 'tap'
import { entities } from '#contracts/catalogue/index.ts'
import { eventTypes } from '#contracts/events.ts'
import { described, urlOf } from './testing/operations.ts'
import { createTestService, stock, type Call, type Method, type Reply } from './testing/service.ts'

type Repeatable = {
  readonly name: string
  readonly run: (call: Call) => Promise<Reply>
  readonly first: Reply
  readonly wrote: boolean
}

const said = ({ status, body, headers }: Reply) => [status, body, headers['etag']]

/** So that the answers have names, prices, parts and subassemblies of others in them. */
const entangle = async (call: Call) => {
  await stock(call)
  const commands: readonly [Method, string, object][] = [
    ['PUT', '/api/assemblytypes/1', { drawingNumber: 'T-1' }],
    ['PUT', '/api/componenttypes/1', { pricing: { costPrice: 10 } }],
    ['POST', '/api/componenttypes', { description: 'Uten pris' }],
    ['POST', '/api/assemblytypes', { name: 'Ramme', description: 'Felles' }],
    ['POST', '/api/assemblytypes/1/subassemblies', { childAssemblyId: 3 }],
    ['POST', '/api/assemblytypes/1/components', { componentId: 2, quantity: 7 }],
  ]
  for (const [method, url, body] of commands) await call(method, url, body)
}

test('every command that takes a key answers it again as the first time, whatever has happened since', async (t) => {
  const service = await createTestService(t)
  const { call, log } = service
  await entangle(call)
  const { operations } = await described(service)
  const commands = operations.filter(({ parameters }) =>
    parameters?.some(({ name }) => name === 'idempotency-key'),
  )
  t.ok(commands.length >= 40, `${commands.length} commands`)

  let project = ''
  const done: Repeatable[] = []
  for (const [i, operation] of commands.entries()) {
    const { name, method, example } = operation
    const url = urlOf(operation, project)
    const priced = name === 'post /api/pricing' ? { entityId: 2 } : {}
    const body = example && { ...example, ...priced, ...(method === 'put' && changed(name)) }
    const headers = { 'idempotency-key': `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` }
    const run = (by: Call) => by(method.toUpperCase() as Method, url, body, headers)
    const before = log.events.length
    const first = await run(call)
    if (name === 'post /api/projects') project = String(first.body.data['id'])
    done.push({ name, run, first, wrote: log.events.length > before })
  }
  const refused = done.filter(({ first }) => first.status >= 400).map(({ name }) => name)
  // What was never deleted is answered as it is.
  const silent = done
    .filter(({ name, wrote }) => !wrote && !name.endsWith('/reinstate'))
    .map(({ name }) => name)
  t.same(silent, refused, 'each did something, or says why not')

  const written = new Set(log.events.map(({ type }) => type))
  t.same(
    eventTypes.filter((type) => !written.has(type)),
    [],
    'every type of event is written by a command, as its example has it',
  )
  t.ok(
    log.events.every(({ metadata }) => metadata.user === 'kari' && metadata.userId === 'u1'),
    'every event says whose account it was',
  )

  const end = log.events.length
  for (const { name, run, first } of done) t.same(said(await run(call)), said(first), name)
  t.equal(log.events.length, end, 'and nothing is done twice')

  const { call: later } = await createTestService(t, { log })
  // A refusal wrote nothing: only its own process remembers it.
  for (const { name, run, first, wrote } of done)
    if (wrote) t.same(said(await run(later)), said(first), `${name}, after a restart`)
  t.equal(log.events.length, end)
})

/** Another text than the one that is there already. */
const changed = (name: string) => {
  const entity = entities.find((one) => name === `put /api/${one.name}/{id}`)
  if (entity) return { [entity.title]: 'Ny' }
  if (name.includes('/attributes/')) return { value: '2500' }
  return name.includes('pricing') ? { unit: 'm' } : {}
}

test('another request with the key of a command does not take its answer away', async (t) => {
  const { call } = await createTestService(t)
  const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000001' }
  const create = (name: string) =>
    call('POST', '/api/suppliers', { name, orderEmail: 'a@b.no' }, headers)
  const first = await create('Elektro AS')
  t.equal((await create('Elektro Norge AS')).status, 409)
  t.same(said(await create('Elektro AS')), said(first))
  t.equal((await create('Elektro Norge AS')).status, 409)
})

test('a key that is too long is refused', async (t) => {
  const { call } = await createTestService(t)
  const body = { name: 'Ahlsell', orderEmail: 'ordre@ahlsell.example' }
  const headers = { 'idempotency-key': 'a'.repeat(201) }
  const { status, body: answer } = await call('POST', '/api/suppliers', body, headers)
  t.equal(status, 400)
  t.match(answer, {
    code: 'VALIDATION',
    details: [{ path: 'idempotency-key', message: 'Kan ikke være lengre enn 200 tegn' }],
  })
})
