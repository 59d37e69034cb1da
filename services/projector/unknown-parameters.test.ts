import { test } from 'tap'
import { refusesUnknownParameters, type Paths } from '#kernel/testing/unknown-parameters.ts'
import { querySide } from './testing/query-side.ts'

test('no query answers another question than was asked: what it does not know is refused', async (t) => {
  const { app, get } = await querySide(t)
  await app.ready()
  const walked = await refusesUnknownParameters(
    t,
    app.swagger().paths as Paths,
    async ({ url }) => {
      const reply = await get(url, {}, 'revisor')
      return { status: reply.statusCode, body: reply.json() }
    },
  )
  t.ok(walked > 25, `${walked} queries`)
})
