import { test, type Test } from 'tap'
import { createProbe } from './probe.ts'

const until = async (what: () => boolean) => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const probing = (t: Test, check: () => Promise<unknown>) => {
  const probe = createProbe({ check, reason: 'svarer ikke', every: 5, timeout: 20 })
  t.teardown(probe.stop)
  return probe
}

test('a probe detects failures, timeouts and recovery', async (t) => {
  let check = async (): Promise<unknown> => undefined
  const probe = probing(t, () => check())
  t.equal(probe.failure(), null)
  check = () => Promise.reject(new Error('no'))
  await until(() => probe.failure() === 'svarer ikke')
  check = async () => undefined
  await until(() => probe.failure() === null)

  const hang = Promise.withResolvers<void>()
  check = () => hang.promise
  await until(() => probe.failure() === 'svarer ikke')
  check = async () => undefined
  hang.resolve()
  await until(() => probe.failure() === null)
})

test('a failure reported by a caller counts at once', async (t) => {
  let checks = 0
  const probe = probing(t, async () => void checks++)
  probe.failed()
  t.equal(probe.failure(), 'svarer ikke')
  await until(() => probe.failure() === null)
  t.ok(checks > 0)
})
