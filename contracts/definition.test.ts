import { globSync } from 'node:fs'
import { test } from 'tap'
import { entities, type Part } from './catalogue/index.ts'
import { itoArticlenumber, purchasingFields } from './catalogue/part-fields.ts'
import { columnsOf } from './csv/columns.ts'
import { normalHeading } from './csv/headings.ts'
import { entity, takenKeys } from './definition.ts'
import { nameKey, objectKey, referenceKeys, type Entity } from './entity.ts'
import { rowsQuery } from './list/query.ts'
import { recordSchema } from './records.ts'
import { emptyOf, flag, measure, number, text, type Field } from './fields.ts'

const noun = { one: 'kabel', the: 'kabelen', many: 'kabler' }
const cable = { name: 'cables', stream: 'cable', noun, title: 'name' } as const

test('what has prices has the fields of a supplier’s offer', async (t) => {
  const fields = { name: text('Navn'), ...purchasingFields }
  // @ts-expect-error An offer that is preferred sets `supplierArticlenumber`.
  t.ok(entity({ ...cable, priced: true, fields }))
  const article = { supplierArticlenumber: text('Art.nr') }
  t.equal(entity({ ...cable, priced: true, fields: { ...fields, ...article } }).priced, 'cable')
})

test('what an assembly may contain is titled by its description, which names its lines', async (t) => {
  const described = { description: text('Beskrivelse'), type: text('Type'), itoArticlenumber }
  const article = { supplierArticlenumber: text('Art.nr'), ...purchasingFields }
  const fields = { name: text('Navn'), ...described, ...article }
  const part = { ...cable, priced: true, fields } as const
  const right: Part = entity({ ...part, title: 'description' })
  // @ts-expect-error Stykklister would show its number.
  const wrong: Part = entity(part)
  t.not(right.title, wrong.title)
})

test('a definition names its own fields, and none as answers and queries name something else', async (t) => {
  const fields = { name: text('Navn') }
  const csv = { template: 'kabler.csv', identifiers: ['name'] } as const
  t.ok(entity({ ...cable, fields, csv }))
  // @ts-expect-error Rows would be recognised by nothing.
  t.ok(entity({ ...cable, fields, csv: { ...csv, identifiers: ['navn'] } }))
  // @ts-expect-error The template would have no prices.
  t.ok(entity({ ...cable, fields, csv: { ...csv, pricesBefore: 'notes' } }))
  // @ts-expect-error `?order=` would filter, and sort no longer.
  t.ok(entity({ ...cable, fields: { ...fields, order: text('Bestilling') } }))
})

test('every definition in the folder is in the list of entities', async (t) => {
  const files = globSync('catalogue/*.ts', { cwd: import.meta.dirname })
  const modules: object[] = await Promise.all(files.map((file) => import(`./${file}`)))
  const isDefinition = (value: object): value is Entity => 'noun' in value && 'fields' in value
  const defined = modules.flatMap((module) => Object.values(module)).filter(isDefinition)
  const forgotten = defined.filter((one) => !entities.includes(one)).map(({ name }) => name)
  t.same(forgotten, [], 'each is among `all` of contracts/catalogue/index.ts')
  t.ok(defined.length >= entities.length)
})

test('what answers and lists name beside fields is known as taken', async (t) => {
  for (const one of entities) {
    const references = referenceKeys(one).flatMap((key) => [nameKey(key), objectKey(key)])
    for (const key of references) t.notOk(one.fields[key], `${one.name}.${key}`)
    const own = [...Object.keys(one.fields), ...references]
    const named = [recordSchema(one), rowsQuery(one)].flatMap(({ shape }) => Object.keys(shape))
    const others = named.map((key) => key.split('.')[0]!).filter((key) => !own.includes(key))
    const unknown = others.filter((key) => !(takenKeys as readonly string[]).includes(key))
    t.same(unknown, [], one.name)
  }
})

test('no two entities have the same stream, where each would have the events of both', async (t) => {
  t.equal(new Set(entities.map(({ stream }) => stream)).size, entities.length)
})

test('an entity stands after those it refers to, whose names its answers have', async (t) => {
  for (const [at, { name, fields }] of entities.entries())
    for (const [key, { kind, to }] of Object.entries(fields)) {
      if (kind !== 'reference') continue
      t.ok(key.endsWith('Id'), `${name}.${key}`)
      t.ok(
        entities.slice(0, at).some((one) => one.name === to),
        `${name}.${key} refers to ${to}`,
      )
    }
})

test('a field has what its kind needs: options, the kind of file, the list that it is among', async (t) => {
  for (const { name, fields } of entities)
    for (const [key, { kind, options, file, among }] of Object.entries(fields)) {
      if (kind === 'choice') t.ok(options?.length, `${name}.${key}`)
      if (kind === 'file' || kind === 'files') t.ok(file, `${name}.${key}`)
      if (among !== undefined) t.equal(fields[among]?.kind, 'list', `${name}.${key}`)
    }
})

test('no two columns of a file have the same heading, of which an import would read one', async (t) => {
  for (const entity of entities) {
    const headings = columnsOf(entity).map(({ heading }) => normalHeading(heading))
    t.same(headings, [...new Set(headings)], entity.name)
  }
})

test('no field of an entity has what forms alone know: the server would take any text', async (t) => {
  for (const { name, fields } of entities)
    for (const [key, { day, names }] of Object.entries<Field>(fields))
      t.same([day, names], [undefined, undefined], `${name}.${key}`)
})

test('only texts can be personal: the log keeps what is encrypted as text', async (t) => {
  t.equal(emptyOf(text('Montør', { personal: true })), '', 'as what was erased reads')
  // @ts-expect-error it would come back as text
  t.ok(number('Lønn', { personal: true }))
})

test('an option that a kind does not heed does not compile', async (t) => {
  t.ok(measure('Vekt', { unit: 'kg', csv: 'Vekt' }))
  // @ts-expect-error It would take -5: only a number knows what is least.
  t.ok(measure('Vekt', { unit: 'kg', least: 0 }))
  // @ts-expect-error It would be of any length.
  t.ok(number('Antall', { max: 5 }))
  // @ts-expect-error The heading of an export would have it, the list would not.
  t.ok(text('Vekt', { unit: 'kg' }))
  // @ts-expect-error It would take any text.
  t.ok(text('Type', { options: ['A', 'B'] }))
  // @ts-expect-error It would have no index.
  t.ok(flag('Brems', { filtered: true }))
})
