import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik'
import { test } from 'tap'
import { z } from 'zod'
import { component, entities, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import { createReadSide } from '../projections.ts'
import { assembly, partLinked, registered, removed, revised, subLinked } from '../testing/events.ts'
import { randomEvents } from '../testing/random-events.ts'
import { seedOf } from '../testing/random.ts'
import { fixedLog, recordedAlike } from '../testing/fixed-log.ts'
import { readModel } from '../testing/read-model.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { openPool } from '../kernel/pool.ts'
import { refill } from '../kernel/prepare-schema.ts'

/** Rows with what they say: a field that an event leaves out reads as empty. */
const rows = (pool: DatabasePool, query: FragmentSqlToken) =>
  pool.anyFirst(sql.type(z.object({ row: z.unknown() }))`
    select said.row from (${query}) rows cross join lateral (
      select jsonb_object_agg(key, value) as row from jsonb_each(rows.row)
      where value not in ('null', '[]', 'false', '""') and key not in (
        'search', 'answer', 'version', 'structure_version', 'title_order', 'created_at', 'updated_at', 'position', 'ended')
    ) said
    order by said.row::text`)

const inUse = (table: string) =>
  sql.fragment`select to_jsonb(t) as row from ${sql.identifier([table])} t`
const at = (position: bigint) => sql.fragment`
  position <= ${`${position}`}::bigint and (ended is null or ended > ${`${position}`}::bigint)`

const recordsAt = ({ name }: Entity, position: bigint) => sql.fragment`
  select to_jsonb(jsonb_populate_record(
    null::${sql.identifier([name])}, fields || jsonb_build_object('id', id))) as row
  from record_version where entity = ${name} and ${at(position)}`
const versionsAt = (table: string, position: bigint) =>
  sql.fragment`select to_jsonb(v) as row from ${sql.identifier([table])} v where ${at(position)}`

const seed = seedOf()

test(`at each place of the log the versions are what the tables were (SEED=${seed})`, async (t) => {
  const { pool, given, checkpoint } = await readModel(t, createReadSide().projections)
  const events = randomEvents(seed, 300)
  const then: { readonly position: bigint; readonly tables: readonly unknown[] }[] = []
  const all = async (records: (entity: Entity) => FragmentSqlToken, others: FragmentSqlToken[]) =>
    Promise.all([...entities.map(records), ...others].map((query) => rows(pool, query)))
  for (let from = 0; from < events.length; from += 30) {
    await given(...events.slice(from, from + 30))
    const tables = await all(
      ({ name }) => inUse(name),
      ['assembly_link', 'assembly_attribute'].map(inUse),
    )
    then.push({ position: checkpoint().position!, tables })
  }
  t.ok(then.length > 5)
  for (const { position, tables } of then) {
    const was = await all(
      (entity) => recordsAt(entity, position),
      ['link_version', 'attribute_version'].map((table) => versionsAt(table, position)),
    )
    t.same(was, tables, `at ${position}`)
  }
})

test('what is put in again, without having been taken out, leaves one version in force', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  const attribute = { attributeId: 7, description: 'Lengde', unit: 'm', drawingNumber: null }
  const added = (value: string) => ({
    stream: 'assembly-1',
    type: 'AttributeAdded',
    data: { assemblyId: 1, ...attribute, value, editable: true, sortOrder: 0 },
  })
  await given(
    registered(component, 1, { description: 'Skrue' }),
    ...[1, 2].map((id) => assembly(id, `Linje ${id}`)),
    partLinked(1, 'component', 1, { quantity: 2 }),
    subLinked(1, 2, { quantity: 2 }),
    added('2'),
  )
  await given(
    partLinked(1, 'component', 1, { quantity: 3 }),
    subLinked(1, 2, { quantity: 3 }),
    added('3'),
  )
  const inForce = (table: string, value: string) =>
    pool.anyFirst(sql.type(z.object({ value: z.string() }))`
      select ${sql.identifier([value])}::text as value from ${sql.identifier([table])}
      where ended is null`)
  t.same(await inForce('link_version', 'quantity'), ['3', '3'])
  t.same(await inForce('attribute_version', 'value'), ['3'])
})

test('contact data that was erased, or went with its record, is in no version', async (t) => {
  const { pool, given } = await readModel(t, createReadSide().projections)
  const kept = () =>
    pool.anyFirst(sql.type(z.object({ fields: z.unknown() }))`
      select jsonb_build_array(fields->'name', fields->'contact_person') as fields
      from record_version order by id, position`)
  const searched = () =>
    pool.anyFirst(sql.type(z.object({ search: z.string() }))`select search from record_version`)
  await given(
    registered(supplier, 1, { name: 'Ahlsell', contactPerson: 'Kari' }),
    registered(supplier, 2, { name: 'Onninen', contactPerson: 'Ola' }),
  )
  await given(
    revised(supplier, 1, { contactPerson: 'Per' }),
    { ...revised(supplier, 1, { contactPerson: '' }), note: { sealedWith: 'k1' } },
    revised(supplier, 1, { contactPerson: 'Siri' }),
  )
  t.same(await kept(), [
    ['Ahlsell', ''],
    ['Ahlsell', ''],
    ['Ahlsell', ''],
    ['Ahlsell', 'Siri'],
    ['Onninen', 'Ola'],
  ])
  t.notMatch(JSON.stringify(await searched()), /kari|per\b/)
  t.match(JSON.stringify(await searched()), /ahlsell.*siri/)
  await given(removed(supplier, 1))
  t.notMatch(JSON.stringify(await kept()), 'Siri')
  t.notMatch(JSON.stringify(await searched()), 'siri')
})

test('a refill forgets contact data that it reads together with its erasure', async (t) => {
  const url = await testDatabase(t)
  const log = fixedLog(
    recordedAlike([
      registered(supplier, 1, { name: 'Ahlsell', contactPerson: 'Kari' }),
      registered(supplier, 2, { name: 'Onninen', contactPerson: 'Ola' }),
      { ...revised(supplier, 1, { contactPerson: '' }), note: { sealedWith: 'k1' } },
      removed(supplier, 2),
    ]),
  )
  await refill(url, createReadSide().projections, { log })
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const kept = await pool.anyFirst(sql.type(z.object({ row: z.string() }))`
    select v::text as row from record_version v`)
  t.equal(kept.length, 3)
  t.notMatch(kept.join(), /kari|ola/i)
})
