import { test } from 'tap'
import { freePort, listenProblem, portRange, reservePort } from './free-port.ts'

const fourFreePorts = async (): Promise<number> => {
  const first = await freePort()
  const problems = [1, 2, 3].map((next) => listenProblem(first + next, '127.0.0.1'))
  return (await Promise.all(problems)).every((problem) => problem === null)
    ? first
    : fourFreePorts()
}

test('a port is given once, and a reserved one never', async (t) => {
  const { FREE_PORTS } = process.env
  t.teardown(() => {
    if (FREE_PORTS === undefined) delete process.env['FREE_PORTS']
    else process.env['FREE_PORTS'] = FREE_PORTS
  })
  const first = await fourFreePorts()
  process.env['FREE_PORTS'] = `${first}-${first + 4}`
  reservePort(first + 1)
  const others = [await freePort(), await freePort()]
  t.same(
    others.toSorted((one, other) => one - other),
    [first + 2, first + 3],
  )
  await t.rejects(freePort(), /ingen ledig port/)
})

test('processes beside each other have ranges of their own', (t) => {
  t.same(
    [0, 1, 2, 3].map((at) => portRange(at, 4)),
    ['10000-15500', '15500-21000', '21000-26500', '26500-32000'],
  )
  t.end()
})
