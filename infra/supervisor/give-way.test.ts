import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test, type Test } from 'tap'
import { gone } from '../postgres/processes.ts'
import { giveWay, niceness } from './give-way.ts'

const sleeper = (t: Test): number => {
  const { pid } = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  t.teardown(async () => {
    process.kill(pid!)
    await gone(pid!, 10_000)
  })
  return pid!
}

const sessionOf = (pid: number) => readFileSync(`/proc/${pid}/autogroup`, 'utf8')

test('a process gives way, and so does its session, many at once', async (t) => {
  const pids = Array.from({ length: 3 }, () => sleeper(t))
  const other = sleeper(t)
  await Promise.all(pids.map(giveWay))
  for (const pid of pids) t.equal(getPriority(pid), niceness)
  t.equal(getPriority(other), getPriority())
  if (!existsSync(`/proc/${other}/autogroup`)) return t.comment('no sessions are weighed here')
  for (const pid of pids) t.match(sessionOf(pid), new RegExp(`nice ${niceness}\n`))
  t.match(sessionOf(other), /nice 0\n/)
})
