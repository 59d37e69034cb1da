import pLimit from 'p-limit'
import { test } from 'tap'
import { enqueue } from './queues.ts'

test('so many run at once, the others in turn, and a full queue refuses', async (t) => {
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
