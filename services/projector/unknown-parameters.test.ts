import { test } from 'tap'
import { refusesUnknownParameters, type Paths } from '#kernel/testing/unknown-parameters.ts'
import { asUser, requestFor } from '#kernel/testing/requests.ts'
import { querySide } from './testing/query-side.ts'

test('no query answers another question than was asked: what it does not know is refused', async (t) => {
  const { app } = await querySide(t)
  await app.ready()
  const walked = await refusesUnknownParameters(
    t,
    app.swagger().paths as Paths,
    async ({ method, url, body }) => {
      const asked = requestFor(method === 'post' ? 'POST' : 'GET', url, body)
      const reply = await app.inject({ ...asked, headers: asUser('revisor') })
      return { status: reply.statusCode, body: reply.json() }
    },
  )
  t.ok(walked > 25, `${walked} queries`)
})
