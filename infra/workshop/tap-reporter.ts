import { Transform, type TransformCallback } from 'node:stream'
import { Parser, type Result } from 'tap-parser'

type Diagnostics = { diff?: string; stack?: string; at?: { fileName: string; lineNumber: number } }

const place = (diag?: Diagnostics) =>
  diag?.at ? ` (${diag.at.fileName}:${diag.at.lineNumber})` : ''
const indented = (text: string) => (text ? `${text.replace(/^/gm, '    ').trimEnd()}\n` : '')

/** One line per test file, details of what failed, and last the line `N passed, N failed`. */
export default class Reporter extends Transform {
  readonly #parser = new Parser()
  readonly #started = performance.now()
  readonly #total = { passed: 0, failed: 0, skipped: 0 }
  #inFile = { passed: 0, failed: 0 }

  constructor() {
    super()
    this.#watch(this.#parser, [])
  }

  #watch(parser: Parser, path: readonly string[]): void {
    parser.on('child', (child: Parser) => this.#watch(child, [...path, child.name]))
    parser.on('assert', (result: Result) => this.#assert(result, path))
    parser.on('bailout', (reason: string) => this.push(`Bail out! ${reason}\n`))
  }

  // Depth 0 is a test file, 1 a test in it, deeper ones are assertions.
  #assert(result: Result, path: readonly string[]): void {
    const excused = Boolean(result.skip || result.todo)
    if (path.length === 0) return this.#endFile(result)
    if (path.length === 1) this.#count(result, excused)
    if (!result.ok && !excused && path.length >= 2)
      this.#detail([...path.slice(1), result.name].join(' > '), result.diag as Diagnostics)
  }

  #count(result: Result, excused: boolean): void {
    if (excused) this.#skip(result)
    else if (result.ok) this.#inFile.passed++
    else this.#inFile.failed++
  }

  #skip(result: Result): void {
    this.#total.skipped++
    this.push(`skip ${result.name}: ${result.skip === true ? '' : result.skip || result.todo}\n`)
  }

  #endFile(result: Result): void {
    const finished = result.ok || this.#inFile.failed > 0
    if (!finished) {
      this.#inFile.failed++
      this.#detail(`${result.name} did not finish`, result.diag as Diagnostics)
    }
    const { passed, failed } = this.#inFile
    const ms = Math.round(result.time ?? 0)
    this.push(
      `${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${passed} passed, ${failed} failed, ${ms} ms)\n`,
    )
    this.#total.passed += passed
    this.#total.failed += failed
    this.#inFile = { passed: 0, failed: 0 }
  }

  #detail(name: string, diag?: Diagnostics): void {
    this.push(`  not ok: ${name}${place(diag)}\n${indented(diag?.diff ?? diag?.stack ?? '')}`)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#parser.write(chunk)
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#parser.end()
    const { passed, failed, skipped } = this.#total
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1)
    this.push(
      `\nTook ${seconds} s\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`,
    )
    done()
  }
}
