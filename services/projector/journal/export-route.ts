import { Readable } from 'node:stream'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { osloDay } from '#contracts/days.ts'
import type { JournalItem } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import { viaNames } from '#contracts/via-names.ts'
import type { App } from '#kernel/types.ts'
import {
  sendSheets,
  sheetFormat,
  sheetFormats,
  sheetHeaders,
  sheetTypes,
  shortened,
} from '../export/send-sheet.ts'
import {
  cellsOf,
  csvHead,
  csvRow,
  headingsOf,
  number,
  type Columns,
  type Row,
} from '../export/sheet.ts'
import { sendPacked } from '../kernel/list-answer.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { journalFilter } from './journal-rows.ts'
import { journalPages } from './items.ts'

/** UTC, to the second. */
const time = (text: string) => text.slice(0, 19).replace('T', ' ')

const columns: Columns<JournalItem> = [
  ['Skrevet (UTC)', ({ recordedAt }) => time(recordedAt)],
  ['Bestemt (UTC)', ({ at }) => time(at)],
  ['Bruker', ({ user }) => user.name],
  ['Konto', ({ user }) => user.id],
  ['Type', ({ entity }) => capitalized(entityNamed(entity).noun.one)],
  ['Id', ({ id }) => id],
  ['Endring', ({ text }) => text],
  ['Begrunnelse', ({ reason }) => reason],
  ['Måte', ({ via }) => viaNames[via.kind]],
  ['API-nøkkel', ({ via }) => via.token ?? null],
  ['Import', ({ via }) => via.import ?? null],
  ['Fil', ({ via }) => via.file ?? null],
  ['Linje', ({ via }) => number(via.line)],
  ['Hendelse', ({ kind }) => kind],
  ['Plass', ({ position }) => position],
]
const header = headingsOf(columns)
const rowOf = (item: JournalItem): Row => cellsOf(columns, item)

type Pages = ReturnType<typeof journalPages>

/** Reads the first page before sending, so that an early failure gets an error answer. */
const csvOf = async (pages: Pages): Promise<Readable> => {
  const textOf = (items: readonly JournalItem[]) =>
    items.map((item) => csvRow(rowOf(item))).join('')
  const first = await pages.next()
  async function* pieces() {
    yield csvHead(header)
    if (!first.done) yield textOf(first.value)
    for await (const items of pages) yield textOf(items)
  }
  return Readable.from(pieces())
}

export const journalExport = (app: App, context: QueryContext): void => {
  const { most } = sheetFormats.xlsx
  const schema = {
    tags: ['journal'],
    summary: 'Last ned endringsloggen',
    description: `Det filtrene finner, nyeste først. CSV er slik norsk Excel leser den (semikolon, desimalkomma); XLSX inntil ${most} endringer. Utelates noe, står det i siste rad.`,
    querystring: journalFilter.extend({ format: sheetFormat }),
    produces: sheetTypes,
  }
  app.get('/api/journal/export', { config: { needs: 'audit' }, schema }, async (request, reply) => {
    const { format, ...filter } = request.query
    const name = `endringslogg ${osloDay()}`
    if (format === 'csv') {
      const body = await csvOf(journalPages(context, filter))
      return sendPacked(request, reply.headers(sheetHeaders(name, format)), body)
    }
    const found: Row[] = []
    for await (const items of journalPages(context, filter, { most: most + 1 }))
      found.push(...items.map(rowOf))
    const rows = shortened(found, 'nyeste endringene')
    return sendSheets(request, reply, { name, format }, { name: 'Endringslogg', header, rows })
  })
}
