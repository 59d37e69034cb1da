import pg from 'pg'
import { component } from '#contracts/catalogue/index.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { aPart } from './events.ts'
import { best, eventually, less, type Benchmark } from './frame.ts'
import { withSystem } from './system.ts'

const components = 10_000
const path = '/api/componenttypes'

/** A plain select of the same records, as the reference. */
const plain = `
  select c.*, s.name as supplier_name, m.name as manufacturer_name, p.*
  from componenttypes c
  left join suppliers s on s.id = c.supplier_id
  left join manufacturers m on m.id = c.manufacturer_id
  left join price p on p.entity_type = 'componenttype' and p.entity_id = c.id
  order by c.id`

const seed = async (url: string): Promise<void> => {
  const log = openEventLog(url)
  let next = 0
  const worker = async () => {
    while (++next <= components) {
      const id = next
      await log.append(`${component.stream}-${id}`, aPart(component, id), 'none')
    }
  }
  await Promise.all(Array.from({ length: 64 }, worker))
  await log.close()
}

export const lists: Benchmark = () =>
  withSystem(async ({ ask, running }) => {
    await seed(running.eventstoreUrl)
    await eventually(async () => {
      const { headers } = await ask('GET', `${path}?limit=1`)
      return Number(headers['x-total-count']) >= components
    })
    const client = new pg.Client({ connectionString: running.databases.main })
    await client.connect()
    await client.query('set search_path to read')
    const times = await best(10, {
      whole: () => ask('GET', path),
      middle: () => ask('GET', `${path}?sort=description&limit=200&offset=5000`),
      search: () => ask('GET', `${path}?q=m12x4&sort=description&limit=50`),
      select: async () => JSON.stringify((await client.query(plain)).rows),
    })
    await client.end()
    return [
      less('list of 10,000 components / plain select, as JSON', 'ms', [times.whole, times.select]),
      less('200 in the middle of them by name / the same', 'ms', [times.middle, times.select]),
      less('search, sort, first 50 of them / the same', 'ms', [times.search, times.select]),
    ]
  })
