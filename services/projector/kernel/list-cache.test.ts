import { gunzipSync } from 'node:zlib'
import { test } from 'tap'
import { listCache } from './list-cache.ts'

const body = (length: number) => Buffer.alloc(length, 'x')

test('a list longer than all there is room for is not kept, and counts no more', async (t) => {
  const cache = listCache(100)
  cache.set('a', '1', body(101))
  t.equal(cache.get('a', '1'), undefined)
  cache.set('b', '1', body(100))
  t.ok(cache.get('b', '1'))
})

test('a packed copy is made once and counts', async (t) => {
  const cache = listCache(100)
  cache.set('a', '1', body(40))
  cache.set('b', '1', body(50))
  const list = cache.get('b', '1')!
  const packed = list.packed()
  t.equal(list.packed(), packed)
  t.same(gunzipSync(await packed), body(50))
  t.equal(cache.get('a', '1'), undefined, 'the other had to go')
  t.ok(cache.get('b', '1'))
})
