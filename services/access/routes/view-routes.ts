import type { FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import {
  gone,
  listedView,
  savedView,
  type SavedView,
  type User,
} from '#contracts/access-answers.ts'
import { success } from '#contracts/answers.ts'
import { line } from '#contracts/field-schemas.ts'
import { described } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Access } from '../access.ts'
import type { Database } from '../store/database.ts'
import { sessionOf, type Rules } from '../rules.ts'
import { repeatable } from './repeatable.ts'

const name = line(100).min(1)
const list = z
  .string()
  .regex(/^[a-z]{1,50}$/)
  .describe('Lista, som den heter i adressen til API-et')
const body = z.strictObject({
  list,
  name,
  address: z.string().max(8_000).describe('Det som står etter ? i adressen til lista'),
  shared: z.boolean(),
})
const change = z.strictObject({ name })
const byId = z.object({ id: z.string() })

const exampleName = 'Dyre skruer'
const example = {
  list: 'componenttypes',
  name: exampleName,
  address: 'type=Skrue&costPrice.min=100&sort=-costPrice',
  shared: false,
}

const mostOwn = 100

const columns = sql.fragment`
  v.id, v.list, v.name, v.address, v.shared, a.name as "createdBy", v.account_id as "accountId"`

const viewsFor = (db: Database, accountId: string, list: string): Promise<readonly SavedView[]> =>
  db.any(sql.type(savedView)`
    select ${columns} from access.views v join access.accounts a on a.id = v.account_id
    where v.list = ${list} and (v.shared or v.account_id = ${accountId})
    order by lower(v.name), v.id`)

const viewById = (db: Database, id: string): Promise<SavedView | null> =>
  db.maybeOne(sql.type(savedView)`
    select ${columns} from access.views v join access.accounts a on a.id = v.account_id
    where v.id::text = ${id}`)

/** @throws CONFLICT if the account has too many */
const insertView = async (
  db: Database,
  accountId: string,
  { list, name, address, shared }: z.output<typeof body>,
): Promise<SavedView> => {
  const inserted = await db.maybeOne(sql.type(savedView)`
    with v as (
      insert into access.views (account_id, list, name, address, shared)
      select ${accountId}, ${list}, ${name}, ${address}, ${shared}
      where (select count(*) from access.views where account_id = ${accountId}) < ${mostOwn}
      returning *
    ) select ${columns} from v join access.accounts a on a.id = v.account_id`)
  if (inserted) return inserted
  throw refused('CONFLICT', `En konto kan ha ${mostOwn} visninger. Slett noen først.`)
}

const mayChange = ({ accountId, shared }: SavedView, { id, role }: User): boolean =>
  accountId === id || (shared && may(role, 'admin'))

/** A private view of another account is NOT_FOUND, so that nobody learns of it. */
const changeable = async ({ db }: Access, request: FastifyRequest): Promise<SavedView> => {
  const { user } = sessionOf(request)
  const view = await viewById(db, byId.parse(request.params).id)
  if (!view || (view.accountId !== user.id && !view.shared)) throw refused('NOT_FOUND')
  if (!mayChange(view, user)) throw refused('FORBIDDEN')
  return view
}

const listing = (app: App, { db }: Access): void => {
  const route = described({
    summary: 'Lagrede visninger av en liste: egne og delte',
    querystring: z.object({ list: list.meta({ examples: ['suppliers'] }) }),
    answer: z.array(listedView),
  })
  app.get('/api/access/views', route, async (request) => {
    const { user } = sessionOf(request)
    const views = await viewsFor(db, user.id, request.query.list)
    return success(views.map((view) => ({ ...view, mayChange: mayChange(view, user) })))
  })
}

const saving = (app: App, { db }: Access): void => {
  const route = described({
    summary: 'Lagre en visning',
    body,
    answer: savedView,
    status: 201,
    example,
  })
  app.post('/api/access/views', route, async (request, reply) => {
    const { user } = sessionOf(request)
    if (request.body.shared && !may(user.role, 'edit')) throw refused('FORBIDDEN')
    void reply.code(201)
    return success(await insertView(db, user.id, request.body))
  })
}

const changing = (app: App, access: Access): void => {
  const { db } = access
  const rename = described({
    summary: 'Gi en visning et annet navn',
    params: byId,
    body: change,
    answer: savedView,
    example: { name: exampleName },
  })
  app.put('/api/access/views/:id', rename, async (request) => {
    const view = await changeable(access, request)
    const { name: given } = request.body
    await db.query(sql.unsafe`update access.views set name = ${given} where id = ${view.id}`)
    return success({ ...view, name: given })
  })

  const remove = described({ summary: 'Slett en visning', params: byId, answer: gone })
  app.delete('/api/access/views/:id', remove, async (request) => {
    const { id } = await changeable(access, request)
    await db.query(sql.unsafe`delete from access.views where id = ${id}`)
    return success({ id })
  })
}

export const viewRoutes = (access: Access, rules: Rules): Promise<void> =>
  rules.within('signed-in', (app) => {
    repeatable(app)
    listing(app, access)
    saving(app, access)
    changing(app, access)
  })
