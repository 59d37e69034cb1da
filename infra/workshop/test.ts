import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTestServer } from '../postgres/test-server.ts'

const run = async (command: string, args: readonly string[], env = {}): Promise<void> => {
  console.log(`> ${command} ${args.join(' ')}`)
  const child = spawn(`node_modules/.bin/${command}`, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  const [code] = await once(child, 'close')
  process.off('SIGTERM', stop)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

/** Type check, lint and format first, since they are quick; then every test. Arguments go to tap. */
const everything = async (args: readonly string[]): Promise<void> => {
  await run('tsc', ['--noEmit'])
  await run('oxlint', ['--type-aware', '--quiet'])
  await run('oxfmt', ['--check', '.'])
  const postgres = await startTestServer()
  try {
    await run('tap', ['run', ...args], { TEST_POSTGRES: postgres.url })
  } finally {
    await postgres.stop()
  }
}

// A terminal's Ctrl-C reaches the children too: they end, and with them this.
process.on('SIGINT', () => undefined)
await everything(process.argv.slice(2)).catch(() => (process.exitCode = 1))
