import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

const folder = import.meta.dirname
const names = ['eventstore', 'eventstore-2', 'eventstore-3'] as const

/** A fake docker: uses folders for volumes and logs its arguments. */
const docker = `#!/bin/sh
echo "$*" >> "$FAKE/asked"
case "$*" in
  *' ps '*) [ -e "$FAKE/running" ] && echo id; true ;;
  *' stop eventstore') [ -e "$FAKE/stuck" ] || rm -f "$FAKE/running" ;;
  *' copy sh '*) shift $(($# - 1)); [ "$1" = check ] || set --; NODES="$FAKE/nodes" sh ${folder}/copy-log.sh "$@" ;;
  *' export '*) [ ! -e "$FAKE/export-fails" ] ;;
  *' cat '*) echo '{"position":"1"}' ;;
esac
`

const place = (t: Test, filled: readonly string[]) => {
  const at = mkdtempSync(join(tmpdir(), 'stykkliste-grow-'))
  t.teardown(async () => rmSync(at, { recursive: true, force: true }))
  mkdirSync(join(at, 'bin'))
  writeFileSync(join(at, 'bin', 'docker'), docker, { mode: 0o700 })
  writeFileSync(join(at, '.env'), 'POSTGRES_PASSWORD=x\n')
  writeFileSync(join(at, 'running'), '')
  for (const name of names) mkdirSync(join(at, 'nodes', name, 'index'), { recursive: true })
  for (const name of filled) {
    writeFileSync(join(at, 'nodes', name, 'chunk-000000.000000'), `log of ${name}`)
    writeFileSync(join(at, 'nodes', name, 'writer.chk'), '1')
  }
  const exported = join(at, 'before.ndjson')
  const env = {
    PATH: `${join(at, 'bin')}:${process.env['PATH']}`,
    FAKE: at,
    ENV_FILE: join(at, '.env'),
    NODES: join(at, 'nodes'),
  }
  const sh = (script: string, ...args: readonly string[]) =>
    spawnSync('sh', [join(folder, script), ...args], { env, encoding: 'utf8' })
  const logIn = (name: string) => {
    const path = join(at, 'nodes', name, 'chunk-000000.000000')
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }
  return {
    at,
    exported,
    logIn,
    sh,
    grow: (...args: readonly string[]) => sh('grow.sh', ...(args.length > 0 ? args : [exported])),
    asked: () => (existsSync(join(at, 'asked')) ? readFileSync(join(at, 'asked'), 'utf8') : ''),
    put: (name: string, text = '') => writeFileSync(join(at, name), text),
  }
}

test('one node becomes three: exported, stopped, copied to all, and only then started', async (t) => {
  const { at, exported, grow, asked, logIn } = place(t, ['eventstore'])
  const { status, stderr } = grow()
  t.equal(stderr, '')
  t.equal(status, 0)
  t.match(readFileSync(exported, 'utf8'), /position/)
  for (const name of names) t.equal(logIn(name), 'log of eventstore')
  for (const name of names)
    t.same(readdirSync(join(at, 'nodes', name)).toSorted(), [
      'chunk-000000.000000',
      'index',
      'writer.chk',
    ])
  t.match(readFileSync(join(at, '.env'), 'utf8'), /^EVENTSTORE_NODES=eventstore:2113,/m)
  const order = [' stop web ', ' export ', ' stop eventstore', ' up -d'].map((what) =>
    asked().indexOf(what),
  )
  t.same(
    order,
    order.toSorted((a, b) => a - b),
  )
  t.ok(order.every((place) => place >= 0))
})

test('it refuses unsafe states, and starts nothing', async (t) => {
  const cases: readonly (readonly [
    string,
    readonly string[],
    (p: ReturnType<typeof place>) => void,
    RegExp,
  ])[] = [
    ['no log to grow from', [], () => undefined, /ingen hendelseslogg/],
    ['a second node with a log', ['eventstore', 'eventstore-3'], () => undefined, /eventstore-3/],
    ['a store that is down', ['eventstore'], (p) => rmSync(join(p.at, 'running')), /kjører ikke/],
    ['a failed export', ['eventstore'], (p) => p.put('export-fails'), /Eksporten ble ikke hel/],
    ['a node that does not stop', ['eventstore'], (p) => p.put('stuck'), /kjører fremdeles/],
    ['an export that is there', ['eventstore'], (p) => p.put('before.ndjson'), /finnes allerede/],
    [
      'a cluster already',
      ['eventstore'],
      (p) => appendFileSync(join(p.at, '.env'), 'EVENTSTORE_NODES=x\n'),
      /alt satt opp/,
    ],
  ]
  for (const [name, filled, change, why] of cases) {
    const one = place(t, filled)
    change(one)
    const { status, stderr } = one.grow()
    t.equal(status, 1, name)
    t.match(stderr, why, name)
    t.notMatch(one.asked(), / up -d/, name)
    t.equal(one.logIn('eventstore-2'), null, name)
  }
  t.match(place(t, ['eventstore']).sh('grow.sh').stderr, /Bruk:/, 'no export is named')
})

test('no node of a cluster starts while some have events and others none', async (t) => {
  const secrets = Object.fromEntries(
    [
      'POSTGRES_PASSWORD',
      'EVENTSTORE_ADMIN_PASSWORD',
      'EVENTSTORE_OPS_PASSWORD',
      'INTERNAL_TOKEN',
    ].map((name) => [name, 'a'.repeat(32)]),
  )
  const prepare = (filled: readonly string[], half?: string) => {
    const { at } = place(t, filled)
    if (half) mkdirSync(join(at, 'nodes', half, '.copying'))
    // It fails at the certificates, which only proves that it got that far.
    const env = {
      PATH: process.env['PATH'],
      ...secrets,
      NODES: join(at, 'nodes'),
      TRUSTED: '/dev/null',
    }
    return spawnSync('sh', [join(folder, 'prepare.sh')], { env, encoding: 'utf8' }).stderr
  }
  const refused = /Klyngen startes ikke/
  t.match(prepare(['eventstore']), refused)
  t.match(prepare(['eventstore-2']), refused)
  t.match(prepare(['eventstore', 'eventstore-2']), refused, 'a node that was lost')
  t.notMatch(prepare([]), refused, 'a new cluster')
  t.notMatch(prepare(names), refused, 'one that has run')
  t.match(prepare(names, 'eventstore-3'), /ble ikke ferdig/, 'a copy that was cut off')
})
