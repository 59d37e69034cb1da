import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'tap'
import type { Page } from '../api.ts'
import { pagePath, pageSize, rowAt, withPage } from './pages.ts'
import { serverList } from './server-list.ts'

type Asking = { path: string; answer: (page: Page<string> | Error) => void }

/** A server whose answers come when the test says so. */
const server = () => {
  const asked: Asking[] = []
  const read = (path: string) =>
    new Promise<Page<string>>((resolve, reject) => {
      asked.push({
        path,
        answer: (page) => (page instanceof Error ? reject(page) : resolve(page)),
      })
    })
  return { asked, list: serverList<string>('/api/x', read) }
}
const any = { search: '', sort: null }
const offsets = (asked: readonly Asking[]) =>
  asked.map(({ path }) => Number(new URL(path, 'http://x').searchParams.get('offset')))

test('only the pages in sight are asked for, each once', async (t) => {
  const { asked, list } = server()
  list.ask(any)
  list.want(0, 40)
  list.want(190, 230)
  t.same(offsets(asked), [0, pageSize])
  asked[0]!.answer({ rows: ['a', 'b'], total: 1_000_000 })
  await turn()
  t.equal(rowAt(list.held().pages, 1), 'b')
  t.equal(rowAt(list.held().pages, pageSize), undefined)
  t.equal(list.held().count, 1_000_000)
  list.want(0, 40)
  t.equal(asked.length, 2)
})

test('an answer to an earlier question is dropped, and nothing vanishes meanwhile', async (t) => {
  const { asked, list } = server()
  list.ask(any)
  asked[0]!.answer({ rows: ['old'], total: 2 })
  await turn()
  list.ask({ ...any, search: 'a' })
  list.ask({ ...any, search: 'ab' })
  t.equal(rowAt(list.held().pages, 0), 'old')
  asked[1]!.answer({ rows: ['late'], total: 9 })
  await turn()
  t.equal(rowAt(list.held().pages, 0), 'old')
  asked[2]!.answer({ rows: ['new'], total: 1 })
  await turn()
  t.same([rowAt(list.held().pages, 0), list.held().count], ['new', 1])
})

test('a failure is told, and asking again mends it', async (t) => {
  const { asked, list } = server()
  list.ask(any)
  asked[0]!.answer(new Error('nede'))
  await turn()
  t.match(list.held().error, { message: 'nede' })
  list.again()
  asked[1]!.answer({ rows: ['a'], total: 1 })
  await turn()
  t.same([list.held().error, list.held().count], [null, 1])
})

test('the server is asked in its own words', async (t) => {
  const sorted = { search: ' Å&b ', sort: { key: 'supplierId', descending: true } }
  t.equal(
    pagePath('/api/x', sorted, 3),
    `/api/x?q=%C3%85%26b&sort=supplierName&order=desc&limit=${pageSize}&offset=${3 * pageSize}`,
  )
})

test('what was scrolled past longest ago is forgotten', async (t) => {
  let pages: ReadonlyMap<number, readonly string[]> = new Map()
  for (let number = 0; number < 100; number++) pages = withPage(pages, number, [`${number}`])
  t.equal(pages.size, 40)
  t.notOk(pages.has(0))
  t.ok(pages.has(99))
})
