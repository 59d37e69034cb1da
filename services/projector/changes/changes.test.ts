import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { changesPath, mostChangedRecords } from '#contracts/change-stream.ts'
import type { Changes } from '#contracts/changes.ts'
import { userHeader } from '#kernel/identity.ts'
import { asUser } from '#kernel/testing/requests.ts'
import {
  aPrice,
  partLinked,
  priced,
  registered,
  registered as assembly,
  revised,
  subLinked,
} from '../testing/events.ts'
import { querySide } from '../testing/query-side.ts'
import type { Given } from '../testing/read-model.ts'

type Told = Changes & { readonly id: string }

const by = (userId: string, event: Given): Given => ({ ...event, note: { userId } })

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  let text = ''
  for await (const piece of body) {
    const events = (text + Buffer.from(piece).toString()).split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const [, id, data] = /^id: (\d+)\nevent: changes\ndata: (.+)$/.exec(event) ?? []
      if (data) yield { id: id!, ...(JSON.parse(data) as Changes) }
    }
  }
}

test('each is told of what others change, and where it shows, until the service stops', async (t) => {
  const { app, given } = await querySide(t)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = (id: string, query = '') =>
    fetch(`http://127.0.0.1:${port}${changesPath}${query}`, {
      headers: {
        ...asUser(),
        'x-user': userHeader({ id, username: id, name: id, role: 'leser' }),
      },
    })
  const listen = async (id: string, query = '') => eventsOf((await ask(id, query)).body!)
  const next = async (events: AsyncGenerator<Told>) => (await events.next()).value as Told

  await given(
    registered(supplier, 3, { name: 'Berg' }),
    registered(supplier, 4, { name: 'Dal' }),
    registered(component, 1, { description: 'Skrue' }),
    registered(component, 2, { description: 'Mutter', supplierId: 3 }),
    registered(component, 3, { description: 'Bolt', supplierId: 4 }),
    assembly('assemblytypes', 1, { name: 'Del' }),
    assembly('assemblytypes', 2, { name: 'Hel' }),
    partLinked(1, 'component', 1),
    subLinked(2, 1),
  )
  const kari = await listen('kari')
  const start = await next(kari)
  t.same(start.records, [], 'nothing that was before')

  await given(
    by('kari', registered(supplier, 1, { name: 'Elektro AS' })),
    by('ola', priced(component, 1, aPrice())),
    by('ola', revised(supplier, 3, { name: 'Berg Norge' })),
    by('ola', revised(supplier, 4, { city: 'Oslo' })),
  )
  // Whose part shows a new name; not whose supplier has moved.
  const toKari = [
    { entity: 'componenttypes', ids: ['1', '2'] },
    { entity: 'suppliers', ids: ['3', '4'] },
    { entity: 'assemblytypes', ids: ['1', '2'] },
  ]
  t.same((await next(kari)).records, toKari)

  const ola = await listen('ola', `?since=${start.id}`)
  await next(ola)
  t.same((await next(ola)).records, [{ entity: 'suppliers', ids: ['1'] }], 'not what is their own')
  const again = await listen('kari', `?since=${start.id}`)
  await next(again)
  const missed = await next(again)
  t.same(missed.records, toKari, 'also what was missed')

  const many = Array.from({ length: mostChangedRecords }, (_, n) =>
    by('ola', registered(component, 1000 + n, { description: `Bolt ${n}` })),
  )
  const linked = by('kari', partLinked(1, 'component', 3))
  await given(linked, ...many, by('ola', priced(component, 3, aPrice())))
  const later = await listen('kari', `?since=${missed.id}`)
  await next(later)
  const asWhole = [
    { entity: 'componenttypes', ids: null },
    { entity: 'assemblytypes', ids: null },
  ]
  t.same((await next(later)).records, asWhole, 'of very many, only their lists')

  for (let open = 3; open < 10; open++) await next(await listen('kari'))
  t.equal((await ask('kari')).status, 429, 'a few at once')
  await app.close()
  const ends = async () => {
    while (!(await kari.next()).done);
  }
  await t.resolves(ends(), 'its stream ends')
})
