import { test } from 'tap'
import { v5 as libraryV5 } from 'uuid'
import { v5 } from './uuid.ts'

test('gives the same UUIDs as the library', async (t) => {
  const namespaces = [
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    'FFFFFFFF-ffff-ffff-ffff-ffffffffffff',
  ]
  const names = ['', '0', 'line 17', 'Håndtak æøå', 'µ\u0000🙂', 'x'.repeat(10_000)]
  for (const namespace of namespaces)
    for (const name of [...names, ...Array.from({ length: 200 }, (_, i) => `line ${i}`)])
      t.equal(v5(name, namespace), libraryV5(name, namespace), name.slice(0, 20))
})
