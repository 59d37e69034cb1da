import { Readable } from 'node:stream'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { JournalItem } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import { viaNames } from '#contracts/via-names.ts'
import type { App } from '#kernel/types.ts'
import { sheetFormat, sheetFormats, sheetHeaders, xlsxOf } from '../export/send-sheet.ts'
import { csvHead, csvRow, number, type Cell } from '../export/sheet.ts'
import { sendPacked } from '../kernel/list-answer.ts'
import type { Reading } from '../kernel/queries.ts'
import { journalFilter, journalRows, type JournalFilter } from './filter.ts'
import { journalItems } from './items.ts'

type Row = readonly Cell[]

/** To the second, in UTC. */
const time = (text: string) => text.slice(0, 19).replace('T', ' ')

const columns: readonly (readonly [heading: string, cell: (item: JournalItem) => Cell])[] = [
  ['Skrevet (UTC)', ({ recordedAt }) => time(recordedAt)],
  ['Bestemt (UTC)', ({ at }) => time(at)],
  ['Bruker', ({ user }) => user.name],
  ['Konto', ({ user }) => user.id],
  ['Slag', ({ entity }) => capitalized(entityNamed(entity).noun.one)],
  ['Id', ({ id }) => id],
  ['Endring', ({ text }) => text],
  ['Begrunnelse', ({ reason }) => reason],
  ['Måte', ({ via }) => viaNames[via.kind]],
  ['API-nøkkel', ({ via }) => via.token ?? null],
  ['Import', ({ via }) => via.import ?? null],
  ['Fil', ({ via }) => via.file ?? null],
  ['Linje', ({ via }) => (via.line === undefined ? null : number(via.line))],
  ['Hendelse', ({ kind }) => kind],
  ['Plass', ({ position }) => position],
]
const header = columns.map(([heading]) => heading)
const rowOf = (item: JournalItem): Row => columns.map(([, cell]) => cell(item))

const itemsAtOnce = 500

/** From the newest on, a page at a time: no more is held than one. */
async function* pagesOf(reading: Reading, filter: JournalFilter, most: number) {
  let before: string | undefined
  for (let left = most; left > 0; left -= itemsAtOnce) {
    const limit = Math.min(itemsAtOnce, left)
    const rows = await journalRows(reading, filter, before, limit)
    const items = await journalItems(reading, rows, limit)
    yield items.map(rowOf)
    if (items.length < limit) return
    before = items.at(-1)!.position
  }
}
type Pages = ReturnType<typeof pagesOf>

/** The first is read before anything is sent: what fails until then gets an answer. */
const csvOf = async (pages: Pages): Promise<Readable> => {
  const first = await pages.next()
  async function* pieces() {
    yield csvHead(header)
    if (!first.done) yield first.value.map(csvRow).join('')
    for await (const rows of pages) yield rows.map(csvRow).join('')
  }
  return Readable.from(pieces())
}

const workbookOf = async (pages: Pages, most: number): Promise<Buffer> => {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  const isCut = rows.length > most
  const note = [`… Bare de ${most} nyeste endringene er tatt med i denne filen`]
  return xlsxOf({
    name: 'Endringslogg',
    header,
    rows: isCut ? [...rows.slice(0, most), note] : rows,
  })
}

export const journalExport = (app: App, reading: Reading): void => {
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
        ? await csvOf(pagesOf(reading, filter, Infinity))
        : await workbookOf(pagesOf(reading, filter, most + 1), most)
    void reply.headers(
      sheetHeaders(`endringslogg ${new Date().toISOString().slice(0, 10)}`, format),
    )
    return file instanceof Readable ? sendPacked(request, reply, file) : reply.send(file)
  })
}
