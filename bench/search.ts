import { assembly, component, motor, sensor, supplier } from '#contracts/catalogue/index.ts'
import type { Entity } from '#contracts/entity.ts'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { startTestServer } from '#infra/postgres/test-server.ts'
import { findBest } from '#projector/search/query.ts'
import { parseSearch } from '#projector/search/parse-search.ts'
import { openReadSide, type ReadSide } from './bom-database.ts'
import { recorded, registered } from './events.ts'
import { best, less, type Benchmark } from './frame.ts'

const records = 100_000
const suppliers = 200
const kinds: readonly Entity[] = [component, motor, sensor, assembly]
const words = (text: string) => text.split(' ')
const nouns = words(
  'sekskantskrue umbrakoskrue mutter fjærskive sporkulelager rullelager kjedehjul reimskive gearmotor frekvensomformer kontaktor sikring kabelkanal rekkeklemme fotocelle magnetventil sylinder slangenippel flens aksel låsering brakett hengsel håndtak transportrulle kjørebånd pakning filter trykkbryter nødstopp koblingsboks strømforsyning',
)
const adjectives = words(
  'elforsinket rustfri syrefast sort blank herdet isolert skjermet kort lang bred smal',
)

const pick = (among: readonly string[], number: number) => among[number % among.length]!

/** Every second record is a screw, as in catalogues where one part comes in all sizes. */
const valuesOf = (id: number) => {
  const random = (id * 2_654_435_761) >>> 0
  const noun = id % 2 === 0 ? 'sekskantskrue' : pick(nouns, random)
  const name = `${noun} M${id % 30}x${id} ${pick(adjectives, random >>> 8)}`
  const numbers = {
    itoArticlenumber: `K-${id}`,
    supplierArticlenumber: `${1_000_000 + id}-${id % 97}`,
  }
  const notes = `Til ${pick(nouns, random >>> 6)} som er ${pick(adjectives, random >>> 2)}, linje ${random % 50}`
  return {
    name,
    description: name,
    ...numbers,
    supplierId: 1 + (id % suppliers),
    notes,
    tags: [pick(adjectives, id)],
  }
}

function* catalogue(): Generator<RecordedEvent> {
  for (let id = 1; id <= suppliers; id++)
    yield recorded(`supplier-${id}`, registered(supplier, id, { name: `Leverandør ${id} AS` }))
  for (let id = 1; id <= records; id++) {
    const entity = kinds[id % kinds.length]!
    yield recorded(`${entity.stream}-${id}`, registered(entity, id, valuesOf(id)))
  }
}

const searches = {
  'a number': 'K-77 777',
  'the beginning of a number': '10123',
  'what half of them are': 'sekskantskrue',
  'three words, in any order': 'leverandør rustfri sporkulelager',
  'a word typed wrongly': 'frekvensomfromer',
  'a part of a compound typed wrongly': 'skrve',
  'a number typed wrongly': 'K-77787x',
  'two words typed wrongly': 'kjørebnåd rusfri',
  'what nobody has': 'zzyzx qqq',
}

/** The reference: a search without an index, which reads all rows. */
const scan = ({ client }: ReadSide, search: string) => {
  const conditions = search.split(' ').map((_, at) => `fields::text ilike $${at + 1}`)
  const patterns = search.split(' ').map((word) => `%${word}%`)
  const query = `select entity, id, fields from search_entry where ${conditions.join(' and ')} order by title, id limit 20`
  return client.query(query, patterns)
}

/** Searches 100,000 records, compared with a scan for the same words, which tolerates no typing errors. */
export const search: Benchmark = async () => {
  const server = await startTestServer()
  try {
    const side = await openReadSide(server.url, catalogue())
    const asked = { entity: undefined, limit: 20, at: null }
    const find = (text: string) =>
      side.pool.transaction((tx) => findBest(tx, parseSearch(text), asked))
    const rows = []
    for (const [what, text] of Object.entries(searches)) {
      const times = await best(10, { ours: () => find(text), scan: () => scan(side, text) })
      rows.push(less(`search for ${what} / a scan`, 'ms', [times.ours, times.scan]))
      rows.push(less('the same / 50 ms', 'ms', [times.ours, 50], 1))
    }
    await side.client.end()
    await side.pool.end()
    return rows
  } finally {
    await server.stop()
  }
}
