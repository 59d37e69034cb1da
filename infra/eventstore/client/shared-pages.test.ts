import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import type { StoredEvent } from '#contracts/event-log.ts'
import { SharedPages } from './shared-pages.ts'

const none = new Uint8Array()
const eventAt = (position: number): StoredEvent => ({
  id: String(position),
  stream: 'a',
  revision: 0n,
  position: BigInt(position),
  type: 'Counted',
  ticks: 0n,
  isJson: true,
  data: none,
  metadata: none,
})
const page = (after: number | null, ...positions: readonly number[]) => ({
  after: after === null ? null : BigInt(after),
  events: positions.map(eventAt),
})
const positionsOf = (events: readonly StoredEvent[] | null) =>
  events?.map(({ position }) => Number(position)) ?? null

test('a second reader gets events of two pages, and waits when it is ahead', async (t) => {
  const pages = new SharedPages()
  t.equal(await pages.after(null, 10), null)
  pages.add(page(null, 1, 2, 3), false)
  t.same(positionsOf(await pages.after(null, 2)), [1, 2])
  t.same(positionsOf(await pages.after(1n, 10)), [2, 3])
  const ahead = pages.after(2n, 10)
  pages.add(page(3, 4, 5), false)
  t.same(positionsOf(await ahead), [3, 4, 5])
  pages.add(page(5, 6), true)
  t.equal(await pages.after(2n, 10), null, 'its pages are dropped already')
  t.same(positionsOf(await pages.after(4n, 10)), [5, 6])
})

test('a second reader waits neither for one at the end nor for one that has stopped', async (t) => {
  const pages = new SharedPages()
  pages.add(page(null, 1, 2), false)
  const ahead = pages.after(1n, 10)
  pages.add(page(2), true)
  t.equal(await ahead, null)
  pages.add(page(2, 3, 4), false)
  const [given] = await Promise.all([pages.after(3n, 10), delay(2_500)])
  t.equal(given, null, 'stops waiting in time')
})

test('pages with a gap between them are not joined', async (t) => {
  const pages = new SharedPages()
  pages.add(page(null, 1, 2), false)
  pages.add(page(7, 8, 9), false)
  t.equal(await pages.after(1n, 10), null)
  t.same(positionsOf(await pages.after(7n, 10)), [8, 9])
})
