import { Client } from 'pg'
import { alternated, shown } from './measuring.ts'
import type { BenchSystem } from './catalogue-system.ts'

const path = '/api/componenttypes'
const rounds = 15

/** The same records as rows: what any service on this database would have to read. */
const plain = `
  select c.id, c.created_at, c.updated_at, description, supplier_articlenumber, pp_description,
    ito_articlenumber, type, electrical_number, drawing_number, weight, country_of_origin, c.unit,
    notes, tags, c.supplier_id, manufacturer_id, image, data_sheet, mechanical_drawing,
    s.name as supplier, m.name as manufacturer, p.cost_price, p.cost_price_currency,
    p.price_factor, p.list_price, p.sales_price, p.unit as price_unit, p.cost_price_updated_at,
    p.created_at as priced_at, p.updated_at as repriced_at
  from componenttypes c
  left join suppliers s on s.id = c.supplier_id
  left join manufacturers m on m.id = c.manufacturer_id
  left join price p on p.entity_type = 'componenttype' and p.entity_id = c.id
  order by c.id`

/** The whole list in each way it can be had, against a plain select of the same rows. */
export const measureLists = async (system: BenchSystem): Promise<void> => {
  const client = new Client({ connectionString: system.database })
  await client.connect()
  try {
    await measure(system, client)
  } finally {
    await client.end()
  }
}

const measure = async ({ projector }: BenchSystem, client: Client): Promise<void> => {
  await client.query('set search_path to read')
  await client.query('analyze')

  const firstBytes: Record<string, number[]> = {}
  let bytes = 0
  const get =
    (name: string, query: string, headers: object = {}) =>
    async () => {
      const began = performance.now()
      const { body, statusCode } = await projector.ask('GET', `${path}${query}`, headers)
      let first: number | undefined
      let length = 0
      for await (const chunk of body) {
        first ??= performance.now() - began
        length += (chunk as Buffer).length
      }
      ;(firstBytes[name] ??= []).push(first ?? performance.now() - began)
      if (name !== 'unchanged' && statusCode !== 200) throw new Error(`${query}: ${statusCode}`)
      if (name !== 'search') bytes = length
    }
  const tagged = await projector.ask('GET', path)
  await tagged.body.dump()
  const tag = { 'if-none-match': String(tagged.headers['etag']) }

  let json = ''
  const times = await alternated(rounds, {
    // Sorting by id is the order anyway, but is not kept in memory.
    streamed: get('streamed', '?sort=id'),
    kept: get('kept', ''),
    packed: get('packed', '', { 'accept-encoding': 'gzip' }),
    unchanged: get('unchanged', '', tag),
    search: get('search', '?q=m12%C3%9720&sort=description&limit=50'),
    select: () => client.query(plain),
    selectAsJson: async () => {
      json = JSON.stringify((await client.query(plain)).rows)
    },
    answers: () => client.query('select answer from componenttypes order by id'),
  })
  const row = (label: string, name: keyof typeof times) => {
    const ttfb = firstBytes[name] ? `${shown(Math.min(...firstBytes[name]))} ms` : '–'
    const ratio = times[name] / times.select
    console.log(`| ${label} | ${ttfb} | ${shown(times[name])} ms | ${ratio.toFixed(2)} |`)
  }
  console.log('\n| list of 10,000 components | first byte | last byte | against the select |')
  console.log('|---|---|---|---|')
  row('read from the tables', 'streamed')
  row('asked for again', 'kept')
  row('asked for again, gzip', 'packed')
  row('unchanged (304)', 'unchanged')
  row('search, sort, first 50', 'search')
  row('plain select of the same rows, with pg', 'select')
  row('the same, as JSON', 'selectAsJson')
  row('select of the ready answers, with pg', 'answers')
  await get('streamed', '?sort=id')()
  const identity = bytes
  await get('packed', '', { 'accept-encoding': 'gzip' })()
  const size = (length: number) => `${(length / 1e6).toFixed(2)} MB`
  console.log(
    `\n${size(identity)} as it is, ${size(bytes)} gzip; select as JSON ${size(json.length)}`,
  )
}
