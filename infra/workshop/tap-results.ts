import type { Readable } from 'node:stream'
import { Parser, type Result } from 'tap-parser'

type Diagnostics = { diff?: string; stack?: string; at?: { fileName: string; lineNumber: number } }

export type Results = {
  readonly passed: number
  readonly failed: number
  /** One line for each test that was not run, and why. */
  readonly skipped: readonly string[]
  /** What went wrong in the failed tests, to be read. */
  readonly details: readonly string[]
  /** Whether the file said how many tests there are, and each of them came. None at all is a mishap. */
  readonly complete: boolean
}

const place = ({ at }: Diagnostics) => (at ? ` (${at.fileName}:${at.lineNumber})` : '')
export const indented = (text: string): string =>
  text ? `${text.replace(/^/gm, '    ').trimEnd()}\n` : ''

const detail = (path: readonly string[], result: Result): string => {
  const diag = (result.diag || {}) as Diagnostics
  const text = diag.diff ?? diag.stack ?? ''
  return `  not ok: ${[...path, result.name].join(' > ')}${place(diag)}\n${indented(text)}`
}

/** Reads what a test file writes: its top level are the tests, deeper ones are assertions. */
export const readTap = async (output: Readable): Promise<Results> => {
  const count = { passed: 0, failed: 0 }
  const skipped: string[] = []
  const details: string[] = []
  // A failed test is told by its assertions, unless it failed by itself.
  let told = 0

  const endTest = (result: Result): void => {
    if (result.skip || result.todo)
      skipped.push(`skip ${result.name}: ${result.skip || result.todo || ''}`)
    else if (result.ok) count.passed++
    else {
      count.failed++
      if (details.length === told) details.push(detail([], result))
    }
    told = details.length
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
