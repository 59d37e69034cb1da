import { test } from 'tap'
import { component, entities, manufacturer, project, supplier } from '#contracts/catalogue/index.ts'
import { partLinked, subLinked } from './testing/bom-events.ts'
import { asUser, requestFor } from '#kernel/testing/requests.ts'
import { querySide } from './testing/query-side.ts'
import { aPrice, priced, registered } from './testing/event-fixtures.ts'

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly example?: unknown
}
type Described = Readonly<Record<string, { readonly schema?: object }>>
type Operation = {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Described }>>
}

/** Of all times, or of now only. */
const timeless = /\/(history|journal|audit|changes|overview|search\/numbers)(\/|$)/

test('every query is described, and answers when it is asked as in its examples', async (t) => {
  const { app, given } = await querySide(t)
  const words = { name: 'A', description: 'A', orderEmail: 'a@b.no', supplierArticlenumber: 'A' }
  await given(
    registered(supplier, 1, words),
    registered(manufacturer, 1, { name: 'A', supplierId: 1 }),
    ...entities.slice(3).flatMap((entity) => [1, 2].map((id) => registered(entity, id, words))),
    registered(project, '0198c0de-0000-7000-8000-000000000001', { projectNumber: 'P-1' }),
    { ...priced(component, 1, aPrice()), at: '2026-01-01T00:00:00.000Z' },
    partLinked(1, 'component', 1),
    subLinked(1, 2),
  )
  await app.ready()
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, Readonly<Record<string, Operation>>>
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  for (const { path, method, operation } of operations) {
    t.ok(operation.summary, `${path} has a summary`)
    t.ok(operation.tags?.length, `${path} has a tag`)
    // What is downloaded is a file, not JSON; and so are notes, keys and tiles.
    const isFile = /\/export(\.csv)?$|\/audit\/(checkpoint|key|tile)/.test(path)
    const answers = Object.values(operation.responses['200']?.content ?? {})
    const isDescribed = answers.some(({ schema = {} }) =>
      Object.keys(schema).some((key) => key !== 'description'),
    )
    t.ok(isFile || isDescribed, `${path} describes its answer`)

    for (const status of ['4XX', '5XX'])
      t.ok(operation.responses[status]?.content, `${path} describes its ${status}`)

    const takesAsOf = operation.parameters?.some(({ name }) => name === 'asOf')
    t.ok(takesAsOf || method === 'post' || timeless.test(path), `${path} takes asOf`)

    // A stream of events has no end to wait for.
    if (path.endsWith('/events')) continue
    let url = path
    const query = new URLSearchParams()
    for (const { name, in: place, required, example } of operation.parameters ?? []) {
      t.ok(!required || example !== undefined, `${path}: ${name} has an example`)
      if (place === 'path') url = url.replace(`{${name}}`, String(example))
      else if (required || example !== undefined) query.set(name, String(example))
    }
    const body = operation.requestBody?.content['application/json']?.example
    const reply = await app.inject({
      ...requestFor(method === 'post' ? 'POST' : 'GET', `${url}?${query}`, body),
      headers: asUser('revisor'),
    })
    t.equal(reply.statusCode, 200, `${url}?${query} ${reply.statusCode > 200 ? reply.payload : ''}`)
  }
  t.ok(operations.length > 25, `${operations.length} operations`)
})
