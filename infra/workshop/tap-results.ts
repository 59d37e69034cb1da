import type { Readable } from 'node:stream'
import { Parser, type Result } from 'tap-parser'

type Diagnostics = { diff?: string; stack?: string; at?: { fileName: string; lineNumber: number } }

export type Results = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly details: readonly string[]
  /** False if the file did not report its plan, if tests are missing, or if there are none. */
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

export const readTap = async (output: Readable): Promise<Results> => {
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
