import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { indented, readTap, type Results } from './tap-results.ts'

export type FileResult = Pick<Results, 'passed' | 'failed' | 'skipped'> & {
  readonly ok: boolean
  readonly report: string
}

const hook = join(import.meta.dirname, 'jsx-hook.mjs')
const together = join(import.meta.dirname, 'run-together.ts')
/** Timeout in seconds, passed to tap: only there to end a hang. The process is killed one minute later. */
const timeoutFor = (files: readonly string[]) => 600 + 100 * files.length

const finalResults = (results: Results, exit: string | null): Results => {
  if (results.failed > 0 || (results.complete && exit === null)) return results
  const details = [
    ...results.details,
    `  not ok: the file did not finish (${exit ?? 'tests are missing'})\n`,
  ]
  return { ...results, failed: 1, details }
}

export const runTestFile = async (
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FileResult> => {
  const started = performance.now()
  const program = files.length > 1 ? [together, ...files] : files
  const timeoutSeconds = timeoutFor(files)
  const child = spawn(process.execPath, [`--import=${hook}`, ...program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(timeoutSeconds), ...env },
    timeout: (timeoutSeconds + 60) * 1000,
    killSignal: 'SIGKILL',
  })
  const interrupt = () => child.kill('SIGTERM')
  signal.addEventListener('abort', interrupt)
  const [read, noise, [code, by]] = await Promise.all([
    readTap(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ])
  signal.removeEventListener('abort', interrupt)
  const exit = code === 0 ? null : (by ?? `exit code ${code}`)
  const { passed, failed, skipped, details } = finalResults(read, exit)
  const ok = failed === 0
  const ms = Math.round(performance.now() - started)
  const head = `${ok ? 'ok  ' : 'FAIL'} ${files.join(' ')} (${passed} passed, ${failed} failed, ${ms} ms)\n`
  const report = [...skipped.map((line) => `${line}\n`), head, ...details, indented(noise)].join('')
  return { passed, failed, skipped, ok, report }
}
