import { Readable } from 'node:stream'
import { z } from 'zod'
import { sql, type DatabasePool } from 'slonik'
import type { Audit } from '#audit/audit.ts'
import { createPackage } from '#audit/export/package.ts'
import { reportOf, type ReportedChange } from '#audit/export/report.ts'
import { orRefused } from '#audit/routes.ts'
import type { Position } from '#contracts/event-log.ts'
import { osloDay } from '#contracts/days.ts'
import { dispositionOf } from '#kernel/headers.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { viaText } from '#contracts/via-text.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { journalFilter, type JournalFilter, journalRows } from './journal-rows.ts'
import { exportTitle } from './export-title.ts'
import { journalPages } from './items.ts'

/** No limit: a selection includes everything. */
const all = 2_000_000_000

const linkRow = sql.type(z.object({ kind: z.custom<LinkKind>(), id: z.string() }))

/** The filter for an assembly, and for everything it ever contained up to a position, at every level. */
const withParts = async (
  pool: DatabasePool,
  filter: JournalFilter,
  upTo: Position,
): Promise<readonly JournalFilter[]> => {
  const links = await pool.any(linkRow`
    with recursive inside (id) as (
      select ${filter.id!}::integer
      union
      select item_id from link_version join inside on assembly_id = id
      where kind = 'subassembly' and position <= ${upTo}
    )
    select distinct kind, item_id::text as id
    from link_version join inside on assembly_id = inside.id
    where position <= ${upTo}
    order by kind desc, id`)
  const parts = links.map(({ kind, id }) => ({ ...filter, entity: linkKinds[kind].entity, id }))
  return [filter, ...parts]
}

const positionRow = sql.type(z.object({ position: z.bigint() }))

/** Positions of the matching changes up to a position, in log order. */
const positionsOf = async (
  context: QueryContext,
  filters: readonly JournalFilter[],
  upTo: Position,
): Promise<readonly Position[]> => {
  const found = new Set<Position>()
  for (const filter of filters) {
    const rows = await journalRows(context, filter, undefined, all)
    for (const { position } of await context.pool.any(
      positionRow`select position from (${rows}) j where position <= ${upTo}`,
    ))
      found.add(position)
  }
  return [...found].toSorted((a, b) => Number(a - b))
}

/** Their journal entries: record by record, newest first. */
async function* entriesByRecord(
  context: QueryContext,
  filters: readonly JournalFilter[],
  upTo: Position,
): AsyncGenerator<ReportedChange> {
  for (const filter of filters)
    for await (const items of journalPages(context, filter, { upTo }))
      for (const { position, recordedAt: at, user, text, via, reason } of items) {
        const { name, id: account } = user
        yield { position, at, user: name, account, text, way: viaText(via), reason }
      }
}

const querystring = journalFilter.extend({
  parts: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Også alt som noen gang har vært i sammenstillingen, på alle nivåer'),
})

const noAssembly = 'Gjelder én sammenstilling, med entity og id'

const requireAssembly = ({ entity, id = '' }: JournalFilter): void => {
  if (entity !== 'assemblytypes' || !/^[1-9]\d{0,8}$/.test(id))
    throw refused('VALIDATION', noAssembly, [{ path: 'parts', message: noAssembly }])
}

/** Milliseconds. */
const longestLag = 5_000
const behind = 'Lesetabellene har ikke hele loggen ennå. Prøv igjen om litt, eller velg en periode.'

/** The last position of the log's first `size` events that the read tables have too. */
const lastShown = async (
  { projector }: QueryContext,
  audit: Audit,
  size: number,
  isAll: boolean,
): Promise<Position> => {
  if (size === 0) return 0n
  const { tree } = await audit.current()
  const last = await tree.positionAt(size - 1)
  if (await projector.reached(last, longestLag)) return last
  if (isAll) throw refused('UNAVAILABLE', behind)
  return projector.position() ?? 0n
}

export const auditExportRoute = (app: App, context: QueryContext, audit: Audit): void => {
  const schema = {
    tags: ['audit'],
    summary: 'Revisjonseksport: hendelser med bevis, rapport og kontrollprogram',
    description:
      'En ZIP med de hendelsene som endringsloggen har for filteret, uten filter hele loggen. `node verify.mjs` i mappen med de utpakkede filene kontrollerer dem.',
    querystring,
    produces: ['application/zip'],
  }
  app.get('/api/audit/export', { config: { needs: 'audit' }, schema }, async (request, reply) => {
    const { parts, ...filter } = request.query
    const hasParts = parts === 'true'
    const isAll = Object.values(filter).every((value) => value === undefined)
    if (hasParts) requireAssembly(filter)
    const title = await exportTitle(context, filter, hasParts)
    const checkpoint = await orRefused(audit.checkpoint())
    // Changes that are made meanwhile are in neither the events nor the report.
    const upTo = await orRefused(lastShown(context, audit, checkpoint.size, isAll))
    const filters = hasParts ? await withParts(context.pool, filter, upTo) : [filter]
    const report = reportOf({
      title,
      madeBy: request.user.name,
      madeAt: new Date(),
      changes: entriesByRecord(context, filters, upTo),
    })
    const positions = isAll ? 'all' : await positionsOf(context, filters, upTo)
    const zip = await orRefused(createPackage(audit, checkpoint, positions, report))
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': dispositionOf(`${title.replace(':', '')} ${osloDay()}.zip`),
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(zip, { objectMode: false }))
  })
}
