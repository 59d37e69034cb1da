import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test, type Test } from 'tap'
import { createApp } from '#kernel/app.ts'
import { requestFor, asUser, testToken } from '#kernel/testing/requests.ts'
import { auditRoutes } from './routes.ts'
import { auditedStore } from '#infra/eventstore/testing/audited-store.ts'
import { entryOf } from './tree/entry.ts'

const program = join(import.meta.dirname, 'testing/go/check.go')
/** The path of Debian's package golang-golang-x-mod-dev. */
const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' }
const packages = ['golang.org/x/mod/sumdb/note', 'golang.org/x/mod/sumdb/tlog']
const isThere = spawnSync('go', ['list', ...packages], { env }).status === 0
const skip = isThere ? false : 'Go and golang.org/x/mod are not installed'

const serving = async (t: Test, audit: Parameters<typeof auditRoutes>[1]) => {
  const app = await createApp({
    name: 'audit',
    token: testToken,
    logLevel: 'silent',
    health: audit.problem,
  })
  auditRoutes(app, audit)
  t.teardown(() => app.close())
  return async (path: string) => {
    const headers = asUser('revisor')
    const reply = await app.inject({ ...requestFor('GET', `/api/audit/${path}`), headers })
    if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}`)
    return reply
  }
}

const checked = async (answers: object): Promise<string> => {
  const running = promisify(execFile)('go', ['run', program], { env })
  running.child.stdin!.end(JSON.stringify(answers))
  return (await running).stdout
}

test(
  "Go's own checker takes our notes, proofs and tiles, and refuses altered ones",
  { skip },
  async (t) => {
    const { start, price, log } = await auditedStore(t, 300)
    const audit = await start()
    const get = await serving(t, audit)
    const older = (await get('checkpoint')).body
    await price(370)
    const newer = (await get('checkpoint')).body
    const events = await log.readStored(null, 670)

    const proofOf = async (path: string) => (await get(path)).json<{ data: object }>().data
    const inclusions = []
    for (const index of [0, 255, 256, 511, 512, 669])
      inclusions.push(await proofOf(`inclusion?position=${events[index]!.position}&size=670`))
    const tiles: Record<string, string> = {}
    for (const path of ['0/000', '0/001', '0/002.p/158', '1/000.p/2'])
      tiles[path] = (await get(`tile/${path}`)).rawPayload.toString('base64')
    const answers = {
      key: (await get('key')).body.trim(),
      older,
      newer,
      entries: events.map(entryOf),
      inclusions,
      consistency: await proofOf('consistency?from=300&to=670'),
      tiles,
    }
    t.match(await checked(answers), '670 entries are as they were signed')

    const entries = answers.entries.with(511, answers.entries[511]!.replace('100', '101'))
    await t.rejects(checked({ ...answers, entries }), /invalid transparency proof/)
    await t.rejects(checked({ ...answers, older: older.replace('300', '301') }), /signature/)
  },
)
