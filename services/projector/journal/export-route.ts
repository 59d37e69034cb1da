import { Readable } from 'node:stream'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { osloDay } from '#contracts/days.ts'
import type { JournalItem } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import { viaNames } from '#contracts/via-names.ts'
import type { App } from '#kernel/types.ts'
import { sheetFormat, sheetFormats, sheetHeaders, shortened, xlsxOf } from '../export/send-sheet.ts'
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
import { journalFilter } from './filter.ts'
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

const workbookOf = async (pages: Pages): Promise<Buffer> => {
  const rows: Row[] = []
  for await (const items of pages) rows.push(...items.map(rowOf))
  return xlsxOf({ name: 'Endringslogg', header, rows: shortened(rows, 'nyeste endringene') })
}

export const journalExport = (app: App, context: QueryContext): void => {
  const { most } = sheetFormats.xlsx
  const schema = {
    tags: ['journal'],
    summary: 'Last ned endringsloggen',
    description: `Det filtrene finner, nyeste først. CSV er slik norsk Excel leser den (semikolon, desimalkomma); XLSX inntil ${most} endringer. Utelates noe, står det i siste rad.`,
    querystring: journalFilter.extend({ format: sheetFormat }),
  }
  app.get('/api/journal/export', { config: { needs: 'audit' }, schema }, async (request, reply) => {
    const { format, ...filter } = request.query
    const file =
      format === 'csv'
        ? await csvOf(journalPages(context, filter))
        : await workbookOf(journalPages(context, filter, most + 1))
    void reply.headers(sheetHeaders(`endringslogg ${osloDay()}`, format))
    return file instanceof Readable ? sendPacked(request, reply, file) : reply.send(file)
  })
}
