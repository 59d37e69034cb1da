import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { test, type Test } from 'tap'
import { auditedStore, replaced, rewrite } from '#infra/eventstore/testing/audited-store.ts'
import { storeOn } from '#infra/eventstore/testing/store.ts'
import { addKey } from '../notes/keys.ts'
import { openAuditDatabase } from '../tables.ts'
import { TreeMisfit } from '../tree/tree.ts'
import type { Audit } from '../audit.ts'
import { createPackage } from './package.ts'
import { reportOf } from './report.ts'
import { check } from './verify.mjs'

type Files = Record<string, Uint8Array>

const elsewhere = [join(import.meta.dirname, 'verify.mjs'), '.']

/** Runs the verifier of the export, or a given one, on the unpacked files. */
const checked = (
  files: Files,
  verifier = ['verify.mjs'],
): Promise<{ isWhole: boolean; said: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-export-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return new Promise((resolve) =>
    execFile(process.execPath, verifier, { cwd: folder }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true })
      resolve({ isWhole: error === null, said: stdout + stderr })
    }),
  )
}

const bytesOf = async (zip: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of zip) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const packageOf = async (
  audit: Audit,
  positions: Parameters<typeof createPackage>[2],
  report: Parameters<typeof createPackage>[3],
) => createPackage(audit, await audit.checkpoint(), positions, report)

const exported = async (t: Test, count: number, isWanted: (at: number) => boolean) => {
  const { start, log } = await auditedStore(t, count)
  const positions = (await log.readAll(null, count)).map(({ position }) => position)
  const selected = positions.filter((_, at) => isWanted(at))
  const changes = async function* () {
    for (const position of selected)
      yield {
        position: `${position}`,
        at: '2026-01-01T12:00:00Z',
        user: 'kari',
        account: 'account-1',
        text: 'Ny <pris>',
        way: 'Skjema',
        reason: null,
      }
  }
  const report = reportOf({
    title: 'Alle',
    madeBy: 'Revisor',
    madeAt: new Date(0),
    changes: changes(),
  })
  const zip = await bytesOf(await packageOf(await start(), selected, report))
  return { files: unzipSync(zip) as Files }
}

const flipped = (files: Files, name: string, bit: number): Files => {
  const content = Uint8Array.from(files[name]!)
  content[bit >> 3]! ^= 1 << (bit & 7)
  return { ...files, [name]: content }
}

const noReport = async function* () {}

test('exports of some, all or no events verify', async (t) => {
  for (const [isWanted, count] of [
    [(at: number) => at % 97 === 3, 6],
    [() => true, 520],
    [() => false, 0],
  ] as const) {
    const { files } = await exported(t, 520, isWanted)
    t.match(await checked(files), { isWhole: true, said: `Hel: ${count} av 520 hendelser` })
    const html = Buffer.from(files['report.html']!).toString()
    t.match(html, count ? '<td>kari</td><td>account-1</td><td>Ny &lt;pris&gt;</td>' : 'av de 520')
    const other = flipped(files, 'verify.mjs', 8)
    t.match(await checked(other, elsewhere), { said: 'IKKE SOM DET VAR: verify.mjs' })
  }
})

test('an export that is too large for its verifier is refused before it starts', async (t) => {
  const { start } = await auditedStore(t, 1)
  const positions = Array.from({ length: 2_000_001 }, () => 1n)
  await t.rejects(packageOf(await start(), positions, noReport), {
    refusal: { refused: 'LIMIT' },
    message: /^Eksporten får 2\s000\s001 hendelser, og kan ha høyst 2\s000\s000\./,
  })
})

test('an export is refused with the name of the changed event', async (t) => {
  const { start, log, store, errors } = await auditedStore(t, 600)
  const positions = (await log.readAll(null, 600)).map(({ position }) => position)
  // A running store has the last events in memory only.
  await store.stop()
  await storeOn(t, store.databaseUrl, store.port)
  const audit = await start()
  while (audit.problem() !== null) await sleep(20)
  const complete = await packageOf(audit, positions.slice(300, 500), noReport)

  await rewrite(store.databaseUrl, positions[400]!, replaced('Price":100400', 'Price":100401'))
  const altered = `plass ${positions[400]}, componenttype-1 nr. 400, som er endret`
  const misfit = { name: 'TreeMisfit', message: new RegExp(altered) }
  await t.rejects(packageOf(audit, positions.slice(300, 500), noReport), misfit)
  await t.rejects(packageOf(audit, 'all', noReport), misfit)
  const result = errors.filter((error) => error instanceof TreeMisfit)
  t.match(result, [misfit, misfit], 'it is logged for the operator too')
  await t.resolves(packageOf(audit, positions.slice(0, 400), noReport), 'the others are given')
  await t.rejects(bytesOf(complete), misfit, 'also one that is running')
})

/** Bits spread over the file. */
const bitsOf = (content: Uint8Array, count: number): number[] => {
  const step = Math.floor((content.length * 8) / count)
  return Array.from({ length: count }, (_, at) => at * step + ((at * 5) % Math.min(8, step)))
}

const said = (files: Files): string => {
  try {
    return check((name) => Buffer.from(files[name]!))
  } catch (error) {
    return (error as Error).message
  }
}

test('each of 550 single flipped bits is found and located', async (t) => {
  const { files } = await exported(t, 300, (at) => at % 40 === 7)
  t.match(said(files), /^Hel: 8 av 300/)
  const lines = Buffer.from(files['events.ndjson']!).toString('latin1')
  const placeOf = (name: string, bit: number): string => {
    const line = lines.slice(0, bit >> 3).split('\n').length
    const isOfLine = name === 'events.ndjson' && lines[bit >> 3] !== '\n'
    return `IKKE SOM DET VAR: ${name}${isOfLine ? ` linje ${line}:` : ''}`
  }
  let found = 0
  for (const [name, content] of Object.entries(files))
    for (const bit of bitsOf(content, name === 'events.ndjson' ? 300 : 50)) {
      const answer = said(flipped(files, name, bit))
      if (answer.startsWith(placeOf(name, bit)) && !answer.includes('undefined')) found++
      else t.fail(`${name} bit ${bit}: ${answer}`)
    }
  t.equal(found, 550)

  const bit = lines.indexOf('"position"') * 8
  const result = await checked(flipped(files, 'events.ndjson', bit))
  t.match(result, { isWhole: false, said: 'IKKE SOM DET VAR: events.ndjson linje 1:' })
})

test('every flipped bit of the proofs is found, without events and after a key rotation', async (t) => {
  const { start, log, url } = await auditedStore(t, 3)
  const pool = await openAuditDatabase(url)
  t.teardown(() => pool.end())
  await addKey(pool)
  await addKey(pool)
  const audit = await start()
  const [first] = await log.readAll(null, 1)
  for (const positions of [[], [first!.position]]) {
    const zip = await bytesOf(await packageOf(audit, positions, noReport))
    const files = unzipSync(zip) as Files
    t.match(said(files), `Hel: ${positions.length} av 3`)
    const bits = files['proofs.json']!.length * 8
    const passed = Array.from({ length: bits }, (_, bit) => bit).filter((bit) =>
      said(flipped(files, 'proofs.json', bit)).startsWith('Hel'),
    )
    t.same(passed, [])
  }
})
