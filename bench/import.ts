import { setTimeout as delay } from 'node:timers/promises'
import { best, eventually, more, type Benchmark } from './frame.ts'
import { rawAppends, withSystem } from './system.ts'

const rows = 20_000
const rawSeconds = 5
/** Products per second that Tryton 6 imported on the same machine (docs/benchmarks.md). */
const tryton = 121

const boundary = '----import-bench'
const type = `multipart/form-data; boundary=${boundary}`
const headings =
  'Beskrivelse;Leverandor art.nr;ITO art.nr;Type;Enhet;Kostpris;Prisfaktor;Leverandor'
const row = (n: number) =>
  `Sylinderskrue M8 × ${n}, elforsinket;DIN912-${n};K-${n};Feste;stk;12,50;1,4;Leverandør ${n % 20}`

/** A price list as a wholesaler sends it. */
const upload = (from: number): Buffer => {
  const head = 'Content-Disposition: form-data; name="file"; filename="pris.csv"'
  const list = [headings, ...Array.from({ length: rows }, (_, n) => row(from + n))].join('\r\n')
  return Buffer.from(
    `--${boundary}\r\n${head}\r\nContent-Type: text/csv\r\n\r\n${list}\r\n--${boundary}--\r\n`,
  )
}

/** From the upload until the last row is visible in the list, compared with raw appends to the same store. */
export const imports: Benchmark = () =>
  withSystem(async ({ ask, running }) => {
    let count = 0
    const imported = async () => {
      const file = upload(count + 1)
      const started = await ask('POST', '/api/csv-import/componenttypes?async=true', file, type)
      const { id } = (JSON.parse(started.text) as { data: { id: string } }).data
      for (;;) {
        const { data } = JSON.parse((await ask('GET', `/api/csv-import/jobs/${id}`)).text)
        if (data.state === 'done') break
        if (data.finishedAt !== null) throw new Error(`The import ended ${data.state}`)
        await delay(50)
      }
      count += rows
      await eventually(async () => {
        const { headers } = await ask('GET', '/api/componenttypes?limit=1')
        return Number(headers['x-total-count']) >= count
      })
    }
    await imported()
    await rawAppends(running.eventstoreUrl, rawSeconds)
    const took = await best(3, {
      imported,
      raw: async () => 1 / (await rawAppends(running.eventstoreUrl, rawSeconds)),
    })
    const rate = (rows * 1000) / took.imported
    return [
      more('import, upload to visible / raw appends', 'a second', [rate, 1 / took.raw], 0.4),
      more('import / Tryton', 'products a second', [rate, tryton], 10),
    ]
  })
