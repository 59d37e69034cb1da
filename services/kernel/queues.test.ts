import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { test } from 'tap'
import { createLocks, exclusive, shared, type Lock } from './locks.ts'
import { enqueue } from './queues.ts'

test('concurrency is limited, the rest waits, and a full queue refuses', async (t) => {
  const limit = pLimit(2)
  const turn = async (work: () => Promise<void>) => enqueue(limit, 3, work)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    order.push(n)
    if (n === 1) throw new Error('failed')
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((n) => turn(work(n))))
  t.equal(most, 2)
  t.same(order, [0, 1, 2, 3, 4])
  const [fine, failed] = ['fulfilled', 'rejected']
  t.same(
    results.map(({ status }) => status),
    [fine, failed, fine, fine, fine, failed, failed],
  )
  await turn(work(7))
  t.equal(order.at(-1), 7)
})

test('shared locks overlap, exclusive ones do not, and the order is first come, first served', async (t) => {
  const locks = createLocks()
  const steps: string[] = []
  const doing = (name: string, ...needed: Lock[]) =>
    locks(needed, async () => {
      steps.push(`${name} begins`)
      await sleep(10)
      steps.push(`${name} ends`)
    })
  await Promise.all([
    doing('a', shared('x')),
    doing('b', shared('x'), exclusive('y')),
    doing('c', exclusive('y'), shared('x'), exclusive('x')),
    doing('d', shared('x')),
  ])
  t.same(steps.slice(0, 2).toSorted(), ['a begins', 'b begins'])
  t.same(steps.slice(4), ['c begins', 'c ends', 'd begins', 'd ends'])
  await t.rejects(
    locks([exclusive('x')], () => Promise.reject(new Error('no'))),
    { message: 'no' },
  )
  t.equal(await locks([exclusive('x')], async () => 'free again'), 'free again')
})

test('a lock that is always held keeps no memory of earlier holders', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const locks = createLocks()
  const use = () => locks([shared('x')], () => new Promise<void>((done) => setImmediate(done)))
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  let current = use()
  for (let times = 0; times < 150_000; times++) {
    const next = use()
    await current
    current = next
  }
  const more = heap() - before
  // Earlier holders take over 6 MB if they are kept.
  t.ok(more < 4_000_000, `${more} bytes more`)
  await current
})
