import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}
const own = Object.entries(scripts).flatMap(([name, command]) => {
  const [, script] = /bin\/node .*?((?:infra|bench)\/\S+\.ts.*)$/.exec(command) ?? []
  return script && name !== 'coverage' ? [{ name, script: script.split(' ') }] : []
})

const run = (script: readonly string[], ...args: string[]) =>
  spawnSync(process.execPath, [...script, ...args], { cwd: root, encoding: 'utf8' })

test('every script says how it is used', async (t) => {
  t.ok(own.length > 12)
  for (const { name, script } of own) {
    const help = run(script, '--help')
    t.match(help.stdout, /^Bruk:\s+npm (run )?/, name)
    t.same([help.status, help.stderr], [0, ''], name)
  }
})

test('an unknown option, a word too many and an option without its value are refused', async (t) => {
  const scrub = ['infra/scripts/scrub.ts']
  const unknown = run(scrub, '--dmeo')
  t.match(unknown.stderr, /^Ukjent valg: --dmeo\.\n\nBruk: npm/)
  t.same([unknown.status, unknown.stdout], [1, ''])
  t.match(run(scrub, 'alt').stderr, /^Ett ord for mye: alt\./)
  t.match(
    run(['infra/scripts/verify.ts'], '--checkpoint', '/finnes/ikke').stderr,
    /^Sjekkpunktet \/finnes\/ikke kan ikke leses \(ENOENT\)\.\n$/,
  )
  t.match(
    run(['infra/scripts/verify.ts'], '--checkpoint').stderr,
    /^Valget har ingen verdi.*: --checkpoint/,
  )
})
