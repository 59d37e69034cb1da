import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { Parser, type Result } from 'tap-parser'

type Diagnostics = { diff?: string; stack?: string; at?: { fileName: string; lineNumber: number } }

type Results = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly details: readonly string[]
  /** False if the file did not report its plan, if tests are missing, or if there are none. */
  readonly complete: boolean
}

const place = ({ at }: Diagnostics) => (at ? ` (${at.fileName}:${at.lineNumber})` : '')
const indented = (text: string): string =>
  text ? `${text.replace(/^/gm, '    ').trimEnd()}\n` : ''

const detail = (path: readonly string[], result: Result): string => {
  const diag = (result.diag || {}) as Diagnostics
  const text = diag.diff ?? diag.stack ?? ''
  return `  not ok: ${[...path, result.name].join(' > ')}${place(diag)}\n${indented(text)}`
}

const readTap = async (output: Readable): Promise<Results> => {
  const count = { passed: 0, failed: 0 }
  const skipped: string[] = []
  const details: string[] = []
  // A failed test is reported by its assertions, or by its own result if none failed.
  let reported = 0

  const endTest = (result: Result): void => {
    if (result.skip || result.todo)
      skipped.push(`skip ${result.name}: ${result.skip || result.todo || ''}`)
    else if (result.ok) count.passed++
    else {
      count.failed++
      if (details.length === reported) details.push(detail([], result))
    }
    reported = details.length
  }
  const watch = (parser: Parser, path: readonly string[]): void => {
    parser.on('child', (child: Parser) => watch(child, [...path, child.name]))
    parser.on('assert', (result: Result) => {
      if (parser.level === 0) endTest(result)
      else if (!result.ok && !result.skip && !result.todo) details.push(detail(path, result))
    })
    parser.on('bailout', (reason: string) => details.push(`  Bail out! ${reason}\n`))
  }

  const parser = new Parser()
  watch(parser, [])
  for await (const chunk of output) parser.write(chunk as Buffer)
  parser.end()
  const isEmpty = count.passed + count.failed + skipped.length === 0
  return { ...count, skipped, details, complete: !isEmpty && parser.results!.ok }
}

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
