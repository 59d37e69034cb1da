import { test, type Test } from 'tap'
import { idKeyOf, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entities, entityNamed } from '#contracts/catalogue/index.ts'
import { recordSchema } from '#contracts/records.ts'
import { exampleOf } from '#command/catalogue/examples.ts'
import { described as commandsOf, urlOf } from '#command/testing/operations.ts'
import { createTestService, stock, type Method } from '#command/testing/service.ts'
import { querySide } from '#projector/testing/query-side.ts'
import type { App } from '#kernel/types.ts'

type Data = Readonly<Record<string, unknown>>
type Operation = { responses: Record<string, { content: Record<string, { schema: Schema }> }> }
type Schema = { properties: { data: Schema }; items: Schema }

const described = (app: App, method: string, path: string, status: number): Schema => {
  const paths = app.swagger().paths as unknown as Record<string, Record<string, Operation>>
  const { content } = paths[path]![method]!.responses[status]!
  return content['application/json']!.schema.properties.data
}

/** Both sides on one log, with records to refer to. */
const system = async (t: Test) => {
  const side = await querySide(t)
  const { app, call } = await createTestService(t, { log: side.log })
  await Promise.all([app.ready(), side.app.ready()])
  await stock(call)
  let seen = ''
  return {
    call,
    command: app,
    projector: side.app,
    made: async (method: 'POST' | 'PUT', url: string, body: object): Promise<Data> => {
      const reply = await call(method, url, body)
      t.ok(reply.status < 300, `${url} ${JSON.stringify(reply.body['details'] ?? '')}`)
      seen = reply.headers['x-event-position']!
      return reply.body.data
    },
    read: async <T = Data>(url: string, after = { 'x-event-position': seen }): Promise<T> =>
      (await side.get(url, after)).json<{ data: T }>().data,
  }
}

test('a record has one shape, whoever answers it and to what', async (t) => {
  const { command, projector, made, read } = await system(t)
  for (const entity of entities) {
    const path = `/api/${entity.name}`
    const posted = described(command, 'post', path, 201)
    t.same(described(command, 'put', `${path}/{id}`, 200), posted, `${entity.name} PUT`)
    t.same(described(projector, 'get', `${path}/{id}`, 200), posted, `${entity.name} GET`)
    t.same(described(projector, 'get', path, 200).items, posted, `${entity.name} list`)

    const answer = await made('POST', path, exampleOf(entity))
    const one = `${path}/${String(answer['id'])}`
    t.same(recordSchema(entity).safeParse(answer).error, undefined, `${entity.name} as described`)
    t.same(await read(one), answer, `${entity.name} is read as it was answered`)
    t.same(await made('PUT', one, answer), answer, `${entity.name} is sent back as it was read`)
  }
})

test('a record is read as each command answered it', async (t) => {
  const { call, command, read } = await system(t)
  const { operations } = await commandsOf({ app: command })
  let [project, answered] = ['', 0]
  for (const operation of operations) {
    const entity = entities.find(({ name }) => operation.path.startsWith(`/api/${name}`))
    if (!entity) continue
    const { name, method, example } = operation
    const { status, body, headers } = await call(
      method.toUpperCase() as Method,
      urlOf(operation, project),
      example,
    )
    if (name === 'post /api/projects') project = String(body.data['id'])
    if (status >= 300 || !recordSchema(entity).safeParse(body.data).success) continue
    const seen = { 'x-event-position': headers['x-event-position']! }
    t.same(await read(`/api/${entity.name}/${String(body.data['id'])}`, seen), body.data, name)
    answered++
  }
  t.ok(answered >= 20, `${answered} commands`)
})

test('a link has an id of its own, the same wherever it is answered', async (t) => {
  const { command, projector, made, read } = await system(t)
  const clone = await made('POST', '/api/assemblytypes', { name: 'Celle', description: 'c' })
  const ids: unknown[] = []
  for (const kind of Object.keys(linkKinds) as LinkKind[]) {
    const { path, entity } = linkKinds[kind]
    const links = (id: unknown) => `/api/assemblytypes/${String(id)}/${path}`
    t.same(
      described(projector, 'get', links('{id}'), 200).items,
      described(command, 'post', links('{id}'), 201),
      `${kind} is described alike`,
    )
    const item =
      kind === 'subassembly'
        ? clone
        : await made('POST', `/api/${entity}`, exampleOf(entityNamed(entity)))
    for (const assembly of [1, 2]) {
      const answer = await made('POST', links(assembly), { [idKeyOf(kind)]: item['id'] })
      t.same(await read(links(assembly)), [answer], `${kind} is read as it was answered`)
      const own = `${links(assembly)}/${String(item['id'])}`
      t.same(await made('PUT', own, answer), answer, `${kind} is sent back as it was read`)
      ids.push(answer['id'])
    }
  }
  const copy = await made('POST', '/api/assemblytypes/1/clone', { name: 'Kopi' })
  for (const { path } of Object.values(linkKinds)) {
    const [link] = await read<Data[]>(`/api/assemblytypes/${String(copy['id'])}/${path}`)
    ids.push(link!['id'])
  }
  t.equal(new Set(ids).size, ids.length, `all different: ${ids.join(', ')}`)
})
