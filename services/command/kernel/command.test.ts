import { test } from 'tap'
import { createRememberedKeys } from './remembered-keys.ts'

test('a snapshot keeps the order in which keys were used', async (t) => {
  const one = (n: number) =>
    [`key ${n}`, { stream: 's', revision: 0n, request: 'r', at: n }] as const
  const before = createRememberedKeys()
  before.load(new Map([1, 2, 3].map(one)))
  before.get('key 1', 1)
  t.same([...before.dump().keys()], ['key 2', 'key 3', 'key 1'])
  const after = createRememberedKeys()
  after.load(before.dump())
  t.same([...after.dump().keys()], [...before.dump().keys()])
})
