import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { SearchHit } from '#contracts/search-answers.ts'
import { registered, revised } from '../testing/events.ts'
import { data } from '../testing/query.ts'
import { querySide } from '../testing/query-side.ts'

test('the best is among the first though hundreds have the words', async (t) => {
  const side = await querySide(t)
  const others = Array.from({ length: 450 }, (_, at) =>
    registered(component, at + 1, {
      description: `${at % 2 ? 'Skrue' : 'Mutter'} ${at + 100} elforsinket`,
      notes: 'Til rustfri skrue m8',
    }),
  )
  const best = ['Skrue åpen', 'Sekskantskrue rustfri M8'].map((description, at) =>
    registered(component, at + 900, { description }),
  )
  await side.given(...others, ...best)
  const first = async (q: string) => {
    const [hit] = await data<SearchHit[]>(side, `/api/search?q=${encodeURIComponent(q)}`)
    return `${hit?.title} ${hit?.match}`
  }
  t.equal(await first('skrue'), 'Skrue åpen prefix')
  t.equal(await first('m8 rustfri skrue'), 'Sekskantskrue rustfri M8 words')
})

test('of hundreds of one name the same are found, whatever was changed last', async (t) => {
  const side = await querySide(t)
  const ids = Array.from({ length: 300 }, (_, at) => at + 1)
  await side.given(...ids.map((id) => registered(component, id, { description: 'Skrue' })))
  await side.given(...ids.slice(0, 150).map((id) => revised(component, id, { notes: 'ny' })))
  for (const q of ['skrue', 'skr', 'sk']) {
    const hits = await data<SearchHit[]>(side, `/api/search?q=${q}`)
    t.same(
      hits.map(({ id }) => id),
      ids.slice(0, 20),
      q,
    )
  }
})
