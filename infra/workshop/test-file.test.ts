import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { runTestFile } from './test-file.ts'
import { runTests, testFiles } from './test-files.ts'
import { removeStaleFolders } from './test-folder.ts'

const never = new AbortController().signal

/** The report of a test file that prints these lines and then runs `then`. */
const ran = (t: Test, lines: readonly string[], then = '') => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.test.mjs')
  writeFileSync(file, `console.log(${JSON.stringify(lines.join('\n'))})\n${then}\n`)
  return runTestFile([file], {}, never)
}

test('a file that follows its plan passes', async (t) => {
  const lines = ['ok 1 - a', 'ok 2 - b # SKIP no server', '1..2']
  const result = await ran(t, lines, 'console.error("by the way")')
  t.match(result, { ok: true, passed: 1, failed: 0, skipped: ['skip b: no server'] })
  t.match(result.report, /^skip b.*\nok .*a\.test\.mjs \(1 passed, 0 failed, .*\n {4}by the way\n$/)
})

test('a failed assertion is reported with its tests', async (t) => {
  const lines = ['# Subtest: a', '    not ok 1 - b', '    1..1', 'not ok 1 - a', 'ok 2', '1..2']
  const { ok, passed, failed, report } = await ran(t, lines, 'process.exitCode = 1')
  t.match({ ok, passed, failed }, { ok: false, passed: 1, failed: 1 })
  t.match(report, /\n {2}not ok: a > b\n/)
})

test('a file that ends early has failed, whatever passed', async (t) => {
  const ends: readonly (readonly [readonly string[], string])[] = [
    [['ok 1 - a'], ''],
    [['ok 1 - a', '1..2'], ''],
    [[], ''],
    [['ok 1 - a', '1..1'], 'process.exitCode = 3'],
    [['ok 1 - a', '1..1'], 'process.kill(process.pid, "SIGKILL")'],
  ]
  for (const [lines, then] of ends) {
    const { ok, failed, report } = await ran(t, lines, then)
    t.match({ ok, failed }, { ok: false, failed: 1 }, `${lines.join()} ${then}`)
    t.match(report, /did not finish/)
  }
})

test('files that share a process are all run, and each must have tests', async (t) => {
  const one = `import { test } from 'tap'\ntest('a', async (t) => t.ok(true))\n`
  const folder = t.testdir({ 'a.mjs': one, 'b.mjs': one, 'empty.mjs': '', 'broken.mjs': 'throw 1' })
  const run = (...names: string[]) =>
    runTestFile(
      names.map((name) => join(folder, name)),
      {},
      never,
    )
  t.match(await run('empty.mjs', 'a.mjs'), {
    passed: 2,
    failed: 1,
    report: /empty\.mjs > it has tests/,
  })
  const cutShort = { passed: 4, failed: 1, report: /did not finish/ }
  t.match(await run('a.mjs', 'b.mjs', 'broken.mjs'), cutShort)
})

test('every file is run once, and none is started after an interruption', async (t) => {
  const files = testFiles([
    'contracts/**/*.test.ts',
    'infra/testing/browser/*.test.ts',
    'contracts/*.test.ts',
  ])
  t.match(files[0], /browser/, 'the slowest first')
  const done = { ok: true, passed: 0, failed: 0, skipped: [], report: '' }
  const begun: string[] = []
  const busy = new Set<number>()
  const run = async (together: readonly string[], worker: number) => {
    t.notOk(busy.has(worker), 'each with a worker of its own')
    busy.add(worker)
    begun.push(...together)
    await setImmediate()
    busy.delete(worker)
    return done
  }
  await runTests(files, run, never)
  t.same(begun.toSorted(), files.toSorted())
  t.equal(new Set(begun).size, begun.length)
  begun.length = 0
  await t.rejects(runTests(files, run, AbortSignal.abort()))
  t.same(begun, [])
  t.throws(() => testFiles(['web/none.test.ts']), /No test file is called/)
  const ofFolder = testFiles(['infra/workshop'])
  t.ok(ofFolder.includes('infra/workshop/test-file.test.ts'))
  t.ok(ofFolder.every((file) => /^infra\/workshop\/.*\.test\.tsx?$/.test(file)))
  t.throws(() => testFiles(['docs']), /No test file is called docs/)
})

test('folders of killed runs are removed, and those of running ones are kept', async (t) => {
  const parent = t.testdir({
    [`stykkliste-run-${process.pid}-a`]: {},
    // Larger than any pid.
    'stykkliste-run-99999999-b': { file: '' },
    stykkliste: {},
  })
  removeStaleFolders(parent)
  t.same(readdirSync(parent), ['stykkliste', `stykkliste-run-${process.pid}-a`])
})

test('a run whose output nobody reads any more, as by head, ends in order', async (t) => {
  // Each has a process of its own, so that the run goes on after the first report.
  const files = ['contracts/days.test.ts', 'web/fields/number-control.test.ts']
  const program = join(import.meta.dirname, 'test.ts')
  const run = spawn(process.execPath, [program, ...files], { stdio: ['ignore', 'pipe', 'pipe'] })
  run.stdout.destroy()
  const said = text(run.stderr)
  await once(run, 'close')
  t.notMatch(await said, 'EPIPE')
})
