import { unzipSync } from 'fflate'
import { test } from 'tap'
import { assembly, component, motor, supplier } from '#contracts/catalogue/index.ts'
import { osloDay } from '#contracts/days.ts'
import { aPrice, partLinked, priced, registered, revised, subLinked } from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'
import type { Given } from '../testing/read-model.ts'

test('an export has the events that are asked for, an assembly with all of its parts', async (t) => {
  const since = '2026-01-01T00:00:00.000Z'
  const periods = [{ username: 'ola.dahl', accountId: 'a-1', since, until: null }]
  const { given, get } = await querySide(t, undefined, async () => periods)
  await given(
    registered(supplier, 1, { name: 'Ahlsell' }),
    registered(component, 1, { description: 'Skrue <M8>' }),
    registered(component, 2, { description: 'Mutter' }),
    registered(motor, 1, { description: 'Motor' }),
    registered(assembly, 1, { name: 'Linje' }),
    registered(assembly, 2, { name: 'Celle' }),
    partLinked(2, 'component', 1),
    subLinked(1, 2),
    {
      ...priced(component, 1, aPrice()),
      user: 'ola',
      note: { userId: 'a-1', import: 'imp-1', file: 'priser.csv', line: 1_200 },
    },
  )
  const exported = async (query: string) => {
    const reply = await get(`/api/audit/export?${query}`, {}, 'revisor')
    const [, name = ''] = /^attachment; .*''(.*)$/.exec(
      String(reply.headers['content-disposition']),
    )!
    const files = unzipSync(reply.rawPayload)
    const text = (name: string) => Buffer.from(files[name]!).toString()
    const lines = text('events.ndjson').split('\n').filter(Boolean)
    const events = lines.map((line) => JSON.parse(line) as { stream: string })
    return {
      name: decodeURIComponent(name),
      names: Object.keys(files).toSorted(),
      text,
      streams: events.map((e) => e.stream),
    }
  }
  const whole = await exported('')
  const names = ['checkpoint', 'events.ndjson', 'key', 'proofs.json', 'report.html', 'verify.mjs']
  t.same(whole.names, names)
  t.equal(whole.streams.length, 9)
  t.match(whole.text('report.html'), 'Komponent «Skrue &lt;M8&gt;» ble opprettet.')

  const ofOne = await exported('entity=componenttypes&id=1&user=ola')
  t.same(ofOne.streams, ['componenttype-1'])
  const report = ofOne.text('report.html')
  t.match(report, '<h1>Revisjonseksport: komponent 1 «Skrue &lt;M8&gt;», av ola</h1>')
  t.match(report.replaceAll('\u00a0', ' '), '<td>Import priser.csv linje 1 200</td>')
  t.equal(ofOne.name, `Revisjonseksport komponent 1 «Skrue -M8-», av ola ${osloDay()}.zip`)

  const ofImport = await exported('import=imp-1')
  t.match(
    ofImport.text('report.html'),
    '<h1>Revisjonseksport: import priser.csv 1. januar 2026 kl. 01:09</h1>',
  )
  t.match(ofImport.name, /^Revisjonseksport import priser\.csv 1\. januar 2026 kl\. 01-09 /)
  t.match((await exported('import=none')).name, /^Revisjonseksport import none /)
  const ofKind = await exported('kind=ItemPriced&entity=componenttypes')
  t.match(ofKind.name, /^Revisjonseksport komponenter, bare «Pris endret» /)
  t.match((await exported('user=a-1')).name, /^Revisjonseksport av ola og ola\.dahl /)

  const { streams } = await exported('entity=assemblytypes&id=1&parts=true')
  const inIt = ['assembly-1', 'assembly-2', 'componenttype-1']
  t.same([...new Set(streams)].toSorted(), [...inIt, 'bom-structure'].toSorted())

  const status = async (query: string, role: 'revisor' | 'redaktør') =>
    (await get(`/api/audit/export?${query}`, {}, role)).statusCode
  t.equal(await status('parts=true', 'revisor'), 400)
  t.equal(await status('page=1', 'revisor'), 400)
  t.equal(await status('', 'redaktør'), 403)
})

/** A side with a change that is made as soon as the export asks for user names. */
const changedMeanwhile = async (t: Parameters<typeof querySide>[0]) => {
  let change: (() => Promise<unknown>) | null = null
  const side = await querySide(t, undefined, async () => {
    const write = change
    change = null
    await write?.()
    return []
  })
  return {
    side,
    isMade: () => change === null,
    meanwhile: (...events: readonly Given[]) => {
      change = () => side.given(...events)
    },
  }
}

test('a change that is made while the report is written is in neither the report nor the events', async (t) => {
  const { side, meanwhile, isMade } = await changedMeanwhile(t)
  await side.given(registered(component, 1, { description: 'Skrue' }))
  const queries = ['', 'entity=componenttypes&id=1', 'entity=componenttypes']
  for (const [at, query] of queries.entries()) {
    const description = `Endret under nr. ${at}`
    meanwhile(revised(component, 1, { description }))
    const { rawPayload } = await side.get(`/api/audit/export?${query}`, {}, 'revisor')
    const files = unzipSync(rawPayload)
    const text = (name: string) => Buffer.from(files[name]!).toString()
    t.ok(isMade())
    t.notMatch(text('events.ndjson'), description)
    t.notMatch(text('report.html'), description)
  }
})

test('an export with parts has those that are added while it is chosen what to write', async (t) => {
  const { side, meanwhile, isMade } = await changedMeanwhile(t)
  await side.given(registered(component, 1, { description: 'Skrue' }), registered(assembly, 1, {}))
  meanwhile(partLinked(1, 'component', 1))
  const url = '/api/audit/export?entity=assemblytypes&id=1&parts=true&user=kari'
  const { rawPayload } = await side.get(url, {}, 'revisor')
  const events = Buffer.from(unzipSync(rawPayload)['events.ndjson']!).toString()
  t.ok(isMade())
  t.equal(events.includes('PartLinked'), events.includes('Skrue'), 'with its own events')
})

test('a proof is refused for a size that is none', async (t) => {
  const { given, get } = await querySide(t)
  await given(registered(supplier, 1, { name: 'Ahlsell' }))
  const status = async (query: string) =>
    (await get(`/api/audit/consistency?${query}`, {}, 'revisor')).statusCode
  t.equal(await status('from=1&to=1'), 200)
  for (const query of ['from=&to=1', 'from=1&to=', 'from=0x1&to=1', 'from=1e0&to=1'])
    t.equal(await status(query), 400, query)
})
