import { test, type Test } from 'tap'
import { createProbe } from './probe.ts'

const until = async (what: () => boolean) => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const probing = (t: Test, check: () => Promise<unknown>) => {
  const probe = createProbe({ check, reason: 'svarer ikke', every: 5, within: 20 })
  t.teardown(probe.stop)
  return probe
}

test('what fails or hangs is known, and so is that it works again', async (t) => {
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

test('what somebody else saw fail counts at once', async (t) => {
  let asked = 0
  const probe = probing(t, async () => void asked++)
  probe.failed()
  t.equal(probe.failure(), 'svarer ikke')
  await until(() => probe.failure() === null)
  t.ok(asked > 0)
})
