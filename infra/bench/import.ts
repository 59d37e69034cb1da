import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { defaultPrice } from '#contracts/pricing.ts'
import { benchSystem } from './catalogue-system.ts'
import { form, formType, priceList } from './import-file.ts'
import { shown } from './measuring.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    dry: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '2' },
  },
})
const rows = Number(values.rows)
const dry = Number(values.dry)

/** The most memory that the command service has had, in megabytes; where there is a /proc to tell. */
const peakOfCommand = (): number | null => {
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('services/command/main.ts'))
        continue
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
    }
  } catch {
    // Not a Linux, or a process that has just ended: then it is not known.
  }
  return null
}

const system = await benchSystem()
let next = 1

let sensors = 0
const price = { ...defaultPrice, costPrice: '12.5', priceFactor: '1.4' }
/** Appends as an import makes them, a record and its price, to new streams, 64 in flight. */
const rawAppends = async (count: number): Promise<number> => {
  let left = count
  const start = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const id = ++sensors
      const description = `Induktiv giver M12 × ${id}, skjermet`
      const metadata = { commandId: randomUUID(), user: 'benk', at: new Date().toISOString(), v: 1 }
      const item = { entity: 'sensortypes', id }
      const facts = [
        { type: 'ItemRegistered', data: { ...item, values: { description, tags: [] } } },
        { type: 'ItemPriced', data: { ...item, price, previous: null } },
      ]
      const events = facts.map((fact) => ({ id: randomUUID(), metadata, ...fact }))
      await system.log.append(`sensortype-${id}`, events, 'none')
    }
  }
  await Promise.all(Array.from({ length: 64 }, worker))
  return (count * 1_000) / (performance.now() - start)
}

const upload = async (content: string, fields: Readonly<Record<string, string>> = {}) => {
  const reply = await system.command.send(
    '/api/csv-import/componenttypes',
    formType,
    form(content, fields),
  )
  const answer = (await reply.body.json()) as ImportAnswer
  if (!answer.success) throw new Error(JSON.stringify(answer).slice(0, 500))
  return { answer, position: String(reply.headers['x-event-position'] ?? '') }
}

/** From the upload until the list has the last row. */
const imported = async (): Promise<number> => {
  const content = priceList(next, rows)
  next += rows
  const start = performance.now()
  const { answer, position } = await upload(content)
  if (answer.summary.created !== rows) throw new Error(answer.message)
  for (;;) {
    const reply = await system.projector.ask(
      'GET',
      '/api/componenttypes?limit=1&sort=id&order=desc',
      {
        'x-event-position': position,
      },
    )
    await reply.body.dump()
    if (Number(reply.headers['x-total-count']) === next - 1) break
  }
  return (rows * 1_000) / (performance.now() - start)
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

try {
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}, ${rows} rows a round`,
  )
  const raw: number[] = []
  const made: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    raw.push(await rawAppends(rows))
    made.push(await imported())
    console.log(
      `raw appends ${shown(raw.at(-1)!)}/s, import to visible ${shown(made.at(-1)!)} rows/s, ratio ${(made.at(-1)! / raw.at(-1)!).toFixed(2)}`,
    )
  }
  console.log(`best ratio ${(Math.max(...made) / Math.max(...raw)).toFixed(2)}`)
  const again = priceList(next - rows, rows)
  console.log(`the same file again: ${shown(rows / (await seconds(() => upload(again))))} rows/s`)
  console.log(
    `dry run of ${rows} rows that exist: ${shown(await seconds(() => upload(again, { dryRun: 'true' })))} s`,
  )
  const fresh = priceList(next, dry)
  console.log(
    `dry run of ${dry} new rows: ${shown(await seconds(() => upload(fresh, { dryRun: 'true' })))} s`,
  )
  const peak = peakOfCommand()
  if (peak !== null) console.log(`the command service had at most ${shown(peak)} MB`)
} finally {
  await system.stop()
}
