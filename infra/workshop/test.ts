import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argumentsOf } from '../arguments.ts'
import { portRange } from '../postgres/free-port.ts'
import { startTestServer } from '../postgres/test-server.ts'
import { buildWebApp } from '../supervisor/web-app.ts'
import { runTestFile } from './test-file.ts'
import { runTests, testFiles, workers } from './test-files.ts'
import { withTestFolder } from './test-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const stop = new AbortController()

const check = async (command: string, ...args: readonly string[]): Promise<void> => {
  console.log(`> ${command} ${args.join(' ')}`)
  const child = spawn(join(root, 'node_modules', '.bin', command), args, { stdio: 'inherit' })
  const end = () => child.kill('SIGTERM')
  stop.signal.addEventListener('abort', end)
  const [code] = await once(child, 'close')
  stop.signal.removeEventListener('abort', end)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}

const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/** Of this process and its children, on Linux only. */
const processorTime = (): string => {
  if (!existsSync('/proc/self/stat')) return ''
  const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const ticks = fields!.split(' ').slice(11, 15).map(Number)
  return `, ${Math.round(ticks.reduce((sum, each) => sum + each) / 100)} s of processor`
}

const runAll = async (files: readonly string[], env: Readonly<Record<string, string>>) => {
  const run = async (together: readonly string[], worker: number) => {
    // Tests start servers, and two that find the same free port at the same time would fail.
    const ports = { FREE_PORTS: portRange(worker, workers) }
    const result = await runTestFile(together, { ...env, ...ports }, stop.signal)
    process.stdout.write(result.report)
    return result
  }
  const results = await runTests(files, run, stop.signal)
  const sum = (count: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + count(result), 0)
  const [failed, skipped] = [sum((file) => file.failed), sum((file) => file.skipped.length)]
  console.log(
    `\n${sum((file) => file.passed)} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
  )
  if (failed > 0) process.exitCode = 1
}

const checkAndTest = async (files: readonly string[]): Promise<void> => {
  await Promise.all([
    // More checkers would each work out the same types for themselves: twice the processor time.
    check('tsc', '--noEmit', '--checkers', '1'),
    check('oxlint', '--type-aware', '--quiet'),
    check('oxfmt', '--check', '.'),
    // A file that nothing imports is a query, a screen or a definition that was not put in its list.
    check('knip', '--include', 'files', '--no-config-hints'),
    // Built once here, so that systems started in parallel do not build it again.
    buildWebApp(),
  ])
  await withPostgres(files)
}

const withPostgres = async (files: readonly string[]): Promise<void> => {
  const postgres = await startTestServer()
  try {
    await runAll(files, { ...compiled, TEST_POSTGRES: postgres.url })
  } finally {
    await postgres.stop()
  }
}

const needsNoPostgres = (file: string) => /^(web|contracts)\//.test(file)

const main = async (patterns: readonly string[]): Promise<void> => {
  const files = testFiles(patterns)
  if (patterns.length === 0) await checkAndTest(files)
  else await (files.every(needsNoPostgres) ? runAll(files, compiled) : withPostgres(files))
}

const usage = `Bruk: npm test -- [testfil eller mappe ...]
Uten filer: typer, stil og alle tester.`
const { words } = argumentsOf(usage, {}, Infinity)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
// Nobody reads on, as after `npm test | head`: what was started must not be left behind.
process.stdout.on('error', () => stop.abort())
process.chdir(root)
await withTestFolder(() => main(words)).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
console.log(`Took ${process.uptime().toFixed(1)} s${processorTime()}`)
