import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import pLimit from 'p-limit'
import { test, type Test } from 'tap'
import { auditedStore } from '#infra/eventstore/testing/audited-store.ts'
import { createPackage } from './package.ts'
import { reportOf } from './report.ts'

type Files = Record<string, Uint8Array>

/** As an auditor does with the unpacked files. */
const checked = (files: Files): Promise<{ isWhole: boolean; said: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-export-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return new Promise((resolve) =>
    execFile(process.execPath, ['verify.mjs'], { cwd: folder }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true })
      resolve({ isWhole: error === null, said: stdout + stderr })
    }),
  )
}

const exported = async (t: Test, count: number, isWanted: (at: number) => boolean) => {
  const { start, log } = await auditedStore(t, count)
  const positions = (await log.readAll(null, count)).map(({ position }) => position)
  const wanted = positions.filter((_, at) => isWanted(at))
  const told = async function* () {
    for (const position of wanted)
      yield {
        position: `${position}`,
        at: '2026-01-01T12:00:00Z',
        user: 'kari',
        text: 'Ny <pris>',
        reason: null,
      }
  }
  const report = reportOf({ title: 'Alle', madeBy: 'Revisor', madeAt: new Date(0), told: told() })
  const chunks: Uint8Array[] = []
  for await (const chunk of await createPackage(await start(), wanted, report)) chunks.push(chunk)
  return { files: unzipSync(Buffer.concat(chunks)) as Files, wanted }
}

test('an export of some events, of all or of none is whole', async (t) => {
  for (const [isWanted, count] of [
    [(at: number) => at % 97 === 3, 6],
    [() => true, 520],
    [() => false, 0],
  ] as const) {
    const { files } = await exported(t, 520, isWanted)
    t.match(await checked(files), { isWhole: true, said: `Hel: ${count} av 520 hendelser` })
    t.match(Buffer.from(files['report.html']!).toString(), count ? 'Ny &lt;pris&gt;' : 'av de 520')
  }
})

const flipped = (files: Files, name: string, bit: number): Files => {
  const content = Uint8Array.from(files[name]!)
  content[bit >> 3]! ^= 1 << (bit & 7)
  return { ...files, [name]: content }
}

test('each of some hundred single bits that are not as they were is found, and its place named', async (t) => {
  const { files, wanted } = await exported(t, 300, (at) => at % 40 === 7)
  const lines = Buffer.from(files['events.ndjson']!).toString('latin1')
  const inTurn = pLimit(2)
  const tries = Object.keys(files).flatMap((name) => {
    const bits = files[name]!.length * 8
    const step = Math.max(1, Math.floor(bits / (name === 'events.ndjson' ? 45 : 12)))
    return Array.from({ length: Math.floor(bits / step) }, (_, at) => ({
      name,
      bit: at * step + ((at * 5) % Math.min(8, step)),
    }))
  })
  t.ok(tries.length > 100, `${tries.length} bits`)
  const looked = tries.map(({ name, bit }) =>
    inTurn(async () => {
      const { isWhole, said } = await checked(flipped(files, name, bit))
      const line = lines.slice(0, bit >> 3).split('\n').length
      const isEnd = lines[bit >> 3] === '\n'
      const isOfLine = name === 'events.ndjson' && !isEnd
      // The program may go wrong in any way where it is not itself as it was.
      const isProgram = name === 'verify.mjs'
      const place = isProgram ? /./ : isOfLine ? `${name} linje ${line}:` : name
      t.notOk(isWhole || /^Hel/m.test(said), `${name} bit ${bit}`)
      t.match(said, place)
    }),
  )
  await Promise.all(looked)
  t.equal(wanted.length, 8)
})
