import { test } from 'tap'
import { createTestService, stock } from '../testing/service.ts'

test('a link is sent back as it was answered, and goes on linking the same', async (t) => {
  const { call } = await createTestService(t)
  await stock(call)
  const links = '/api/assemblytypes/1/components'
  const { body } = await call('POST', links, { componentId: 1, quantity: 2, notes: 'Sist' })
  const put = (change: object) => call('PUT', `${links}/1`, { ...body.data, ...change })
  t.match(await put({ quantity: 3 }), {
    status: 200,
    body: { data: { quantity: 3, notes: 'Sist' } },
  })
  t.match(await put({ componentId: 2 }), {
    status: 400,
    body: { details: [{ path: 'componentId' }] },
  })
  t.match(await put({ motorId: 1 }), { status: 400, body: { details: [{ path: 'motorId' }] } })
})
