import { test } from 'tap'
import { component, entities } from '#contracts/catalogue/index.ts'
import { aPrice, partLinked, priced, recordsOf, subLinked } from './testing/events.ts'
import { answerHeaders } from '#kernel/answer-headers.ts'
import { asUser, requestFor } from '#kernel/testing/requests.ts'
import { describedQueries, exampleUrl, takesAsOf } from './testing/described-queries.ts'
import { querySide } from './testing/query-side.ts'

/** Of all times, or of now only. */
const timeless = /\/(history|journal|audit|changes|overview|search\/numbers)(\/|$)/

const typeIn = (header: unknown): string => String(header).split(';')[0]!

test('every query is described, and answers when it is asked as in its examples', async (t) => {
  const { app, given } = await querySide(t)
  await given(
    ...entities.flatMap(recordsOf),
    { ...priced(component, 1, aPrice()), at: '2026-01-01T00:00:00.000Z' },
    partLinked(1, 'component', 1),
    subLinked(1, 2),
  )
  const queries = await describedQueries(app)
  for (const query of queries) {
    const { path, method, parameters = [] } = query
    t.ok(query.summary, `${path} has a summary`)
    t.ok(query.tags?.length, `${path} has a tag`)
    const answers = Object.values(query.responses['200']?.content ?? {})
    const isDescribed = answers.some(({ schema = {} }) =>
      Object.keys(schema).some((key) => key !== 'description'),
    )
    t.ok(isDescribed, `${path} describes its answer`)

    for (const status of ['4XX', '5XX'])
      t.same(Object.keys(query.responses[status]?.content ?? {}), ['application/json'], path)

    t.ok(takesAsOf(query) || method === 'post' || timeless.test(path), `${path} takes asOf`)

    // A stream of events has no end to wait for.
    if (path.endsWith('/events')) continue
    for (const { name, required, example } of parameters)
      t.ok(!required || example !== undefined, `${path}: ${name} has an example`)
    const url = exampleUrl(query, { all: true })
    const body = query.requestBody?.content['application/json']?.example
    const reply = await app.inject({
      ...requestFor(method === 'post' ? 'POST' : 'GET', url, body),
      headers: asUser('revisor'),
    })
    t.equal(reply.statusCode, 200, `${url} ${reply.statusCode > 200 ? reply.payload : ''}`)
    const type = typeIn(reply.headers['content-type'])
    t.ok(query.responses['200']?.content?.[type], `${path} describes ${type}`)
    if (method === 'post') continue
    const plain = requestFor('GET', exampleUrl(query))
    const { headers } = await app.inject({ ...plain, headers: asUser('revisor') })
    // There is no next page.
    const described = Object.keys(query.responses['200']?.headers ?? {}).filter(
      (name) => name !== 'x-next-before',
    )
    const told = answerHeaders.filter((name) => name in headers)
    t.same(described.toSorted(), told.toSorted(), `${path} describes its headers`)
    const known = { ...asUser('revisor'), 'if-none-match': String(headers.etag) }
    const { statusCode } = await app.inject({ ...plain, headers: known })
    t.equal('304' in query.responses, statusCode === 304, `${path} describes ${statusCode}`)
  }
  t.ok(queries.length > 25, `${queries.length} queries`)
})
