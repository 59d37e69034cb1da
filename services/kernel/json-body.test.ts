import { test, type Test } from 'tap'
import { createServer } from './server.ts'

const echo = (t: Test) => {
  const app = createServer('prøve', 'silent', {})
  app.post('/', async ({ body }) => ({ body }))
  t.teardown(() => app.close())
  return async (payload: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await app.inject({ method: 'POST', url: '/', payload, headers })).json()
  }
}

test('a field that is given twice is refused by name, however it is written', async (t) => {
  const send = echo(t)
  const refused = (path: string) => ({
    success: false,
    code: 'VALIDATION',
    error: `${path.split('.').at(-1)} er oppgitt flere ganger`,
    details: [{ path }],
  })
  t.match(await send('{"notes":"a","notes":"b"}'), refused('notes'))
  t.match(await send('{"notes":"a","n\\u006ftes" : "a"}'), refused('notes'))
  t.match(await send('{"pricing":{"listPrice":1,"listPrice":2}}'), refused('pricing.listPrice'))
  t.match(await send('{"lines":[{},{"id":1,"id":2}]}'), refused('lines.1.id'))
  t.match(await send('{"a":1,"b":1,"a":2,"b":2}'), {
    error: 'Noen felter må rettes.',
    details: [{ path: 'a' }, { path: 'b' }],
  })
  const body = { a: { a: [{ a: 1 }, { a: '{"a":1,"a":2}' }] }, b: { a: null } }
  t.same(await send(JSON.stringify(body)), { body })
})

test('what a repeated field hides may not be nested deeper than other values', async (t) => {
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
  const answer = await echo(t)(`{"a":${deep},"a":1}`)
  t.match(answer, { code: 'VALIDATION', error: 'Verdien er for dypt nøstet' })
})
