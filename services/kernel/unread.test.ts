import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'tap'

test('a service stops although nobody reads its output', async (t) => {
  const main = join(import.meta.dirname, 'testing', 'unread.ts')
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stderr, 'data')
  child.stdout.destroy()
  child.stdin.end()
  t.same(await once(child, 'exit'), [0, null])
})
