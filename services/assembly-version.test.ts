import { test, type Test } from 'tap'
import { createTestService, stock, type Call, type Reply } from '#command/testing/service.ts'
import { querySide } from '#projector/testing/query-side.ts'

const base = '/api/assemblytypes'

/** Both sides on one log; what is read has all that was written. */
const system = async (t: Test) => {
  const side = await querySide(t)
  const service = await createTestService(t, { log: side.log })
  await stock(service.call)
  const read = async (url: string) => {
    const seen = String(side.log.events.at(-1)!.position)
    const { statusCode, headers, json } = await side.get(url, { 'x-event-position': seen })
    return { status: statusCode, etag: String(headers.etag), body: json<Reply['body']>() }
  }
  return { ...service, read, etag: async (id: number) => (await read(`${base}/${id}`)).etag }
}

test('a change of subassemblies is held against If-Match, whatever it is', async (t) => {
  const { call, etag } = await system(t)
  const link = (headers = {}) =>
    call('POST', `${base}/1/subassemblies`, { childAssemblyId: 2 }, headers)
  const changes: [string, () => Promise<Reply>][] = [
    ['linked', link],
    ['changed', () => call('PUT', `${base}/1/subassemblies/2`, { quantity: 3 })],
    ['unlinked', () => call('DELETE', `${base}/1/subassemblies/2`)],
    ['linked again', link],
    ['the subassembly is deleted', () => call('DELETE', `${base}/2`)],
  ]
  for (const [name, change] of changes) {
    const before = { 'if-match': await etag(1) }
    t.ok((await change()).status < 300, name)
    for (const asked of [
      call('DELETE', `${base}/1`, undefined, before),
      call('PUT', `${base}/1`, { name: 'Annet' }, before),
      call('POST', `${base}/1/components`, { componentId: 1 }, before),
      call('PUT', `${base}/1/subassemblies/2`, { quantity: 9 }, before),
      call('DELETE', `${base}/1/subassemblies/2`, undefined, before),
    ])
      t.match(await asked, { status: 409, body: { code: 'CONFLICT' } }, name)
  }
  const now = { 'if-match': await etag(1) }
  const revised = await call('PUT', `${base}/1`, { name: 'Annet' }, now)
  t.match(revised, { status: 200, headers: { etag: await etag(1) } })
  const unchanged = await call('PUT', `${base}/1`, { name: 'Annet' })
  t.equal(unchanged.headers['etag'], await etag(1))
  t.equal((await call('DELETE', `${base}/1`, undefined, { 'if-match': await etag(1) })).status, 200)
})

test('If-Match lets only the first of two editors of subassemblies through', async (t) => {
  const { call, etag } = await system(t)
  await call('POST', base, { name: 'Celle', description: 'c' })
  const seen = { 'if-match': await etag(1) }
  const link = (childAssemblyId: number) =>
    call('POST', `${base}/1/subassemblies`, { childAssemblyId }, seen)
  const replies = await Promise.all([link(2), link(3)])
  t.same(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  )
})

/** The same numbers each time. */
const dice = (seed: number) => (sides: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return (seed >> 8) % sides
}

const randomChange = (call: Call, roll: (sides: number) => number): Promise<Reply> => {
  const url = `${base}/${1 + roll(5)}`
  const child = 1 + roll(5)
  const quantity = 1 + roll(3)
  const name = `Navn ${roll(3)}`
  const changes = [
    () => call('POST', `${url}/subassemblies`, { childAssemblyId: child, quantity }),
    () => call('POST', `${url}/subassemblies`, { childAssemblyId: child, quantity }),
    () => call('PUT', `${url}/subassemblies/${child}`, { quantity }),
    () => call('DELETE', `${url}/subassemblies/${child}`),
    () => call('POST', `${url}/components`, { componentId: 1, quantity }),
    () => call('DELETE', `${url}/components/1`),
    () => call('PUT', url, { name }),
    () => call('POST', `${url}/clone`, { name }),
    () => (roll(3) === 0 ? call('DELETE', url) : call('POST', base, { name, description: name })),
    () => call('POST', `${url}/reinstate`, {}),
  ]
  return changes[roll(changes.length)]!()
}

test('a version rises with every change of what an assembly holds, and is the same on both sides', async (t) => {
  const { call, read, log, model } = await system(t)
  const roll = dice(7)
  const known = new Map<number, { version: bigint; holds: string }>()
  let moved = 0
  for (let i = 0; i < 200; i++) {
    await randomChange(call, roll)
    for (let id = 1; id <= 5; id++) {
      const { status, etag, body } = await read(`${base}/${id}`)
      if (status === 404) continue
      const version = BigInt(etag.slice(1, -1))
      const { bomDetails, updatedAt, attributes } = body.data
      const links = (await read(`${base}/${id}/subassemblies`)).body.data as unknown as object[]
      const own = links.map((link) => ({ ...link, childAssembly: null }))
      const parts = bomDetails as Record<string, unknown>
      const holds = JSON.stringify([parts['components'], own, updatedAt, attributes])
      const before = known.get(id)
      if (before?.holds === holds) t.equal(version, before.version, `${i}: ${id} is as it was`)
      else if (before) {
        t.ok(version > before.version, `${i}: ${id} was ${before.version} and is ${version}`)
        moved++
      }
      known.set(id, { version, holds })
    }
  }
  t.ok(moved > 25, `${moved} changes`)

  const { model: replayed } = await createTestService(t, { log })
  for (const [id, { version }] of known) {
    if (!model.records('assemblytypes').isLive(id)) continue
    for (const one of [model, replayed]) {
      const stream = `assembly-${id}`
      t.equal(BigInt(one.revisionOf(stream)) + one.structure.version(id), version, stream)
    }
  }
})
