import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { pdf } from '#command/objects/testing/files.ts'
import { type Client, signIn } from '#infra/rest/client.ts'
import {
  contact,
  created,
  dataOf,
  fill,
  foldersFor,
  password,
  run,
  started,
  type Data,
} from './backup-fixtures.ts'

const rows = 1000
const byText = (a: string, b: string) => a.localeCompare(b)

const importMany = async (client: Client): Promise<string> => {
  const lines = Array.from({ length: rows }, (_, n) => `Del ${n};A-${n};K-${n}`)
  const form = new FormData()
  const text = ['Beskrivelse;Leverandor art.nr;ITO art.nr', ...lines].join('\n')
  form.set('updateBehavior', 'update')
  form.set('uniqueIdentifier', 'itoArticlenumber')
  form.set('file', new Blob([text], { type: 'text/csv' }), 'deler.csv')
  const reply = await client.upload('/api/csv-import/componenttypes?async=true', form)
  return dataOf(reply)['id'] as string
}

const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await new Promise((go) => setTimeout(go, 100))
}
const jobOf = async (client: Client, id: string) =>
  dataOf(await client('GET', `/api/csv-import/jobs/${id}`))

/** Writes without pause until stopped, and returns the acknowledged records. */
const writing = (client: Client) => {
  const acknowledged: { id: number; name: string; price: number }[] = []
  let isStopped = false
  const work = async () => {
    for (let n = 0; !isStopped; n++) {
      const [name, price] = [`Skrevet ${n}`, n + 0.25]
      const id = await created(client, '/api/sensortypes', {
        description: name,
        pricing: { costPrice: price },
      })
      acknowledged.push({ id, name, price })
    }
  }
  const done = work()
  return {
    acknowledged,
    stop: () => {
      isStopped = true
      return done
    },
  }
}

const list = async (client: Client, path: string) =>
  (await client('GET', path)).body['data'] as Data[]

const historyOf = (client: Client, type: string, id: number) =>
  list(client, `/api/pricing/history?entityType=${type}&entityId=${id}`)

test('a backup during writes has all earlier acknowledged records, and none in part', async (t) => {
  const { original, copy, other } = foldersFor(t)
  const { client, base, stop } = await started(t, original)
  const { supplier, motor, path } = await fill(client, base)
  const importId = await importMany(client)
  await until(async () => ((await jobOf(client, importId))['done'] as number) > 0)
  const writer = writing(client)
  await until(async () => writer.acknowledged.length > 20)

  const before = [...writer.acknowledged]
  const taken = await run('backup', [copy], original)
  t.equal(taken.code, 0, taken.output)
  await writer.stop()
  t.comment(
    `${before.length} before, ${writer.acknowledged.length} after, import ${JSON.stringify(await jobOf(client, importId))}`,
  )
  await stop()
  rmSync(original, { recursive: true })

  const restored = await run('restore', [copy], other)
  t.equal(restored.code, 0, restored.output)
  const there = await started(t, other)
  const sensors = new Map(
    (await list(there.client, '/api/sensortypes')).map((one) => [one['id'], one]),
  )
  t.same(
    before.filter(({ id, name, price }) => {
      const found = sensors.get(id)
      return found?.['description'] !== name || (found['pricing'] as Data)['costPrice'] !== price
    }),
    [],
    'what was acknowledged before is there with its price',
  )
  const names = writer.acknowledged.slice(0, sensors.size).map(({ name }) => name)
  t.same(
    [...sensors.values()].map((one) => String(one['description'])).toSorted(byText),
    names.toSorted(byText),
    'up to one moment',
  )

  t.match(dataOf(await there.client('GET', `/api/suppliers/${supplier}`)), contact)
  t.match(await historyOf(there.client, 'motortype', motor), [
    { to: { costPrice: 100 } },
    { from: { costPrice: 100 }, to: { costPrice: 125.5 } },
  ])
  await t.resolves(signIn(there.base, 'ola', password), 'users can log in')
  const file = await there.client('GET', path)
  t.equal(file.status, 200)
  const name = path.slice(-36)
  t.ok(readFileSync(join(other, 'files', name.slice(0, 2), name.slice(2, 4), name)).equals(pdf()))

  await until(async () => (await jobOf(there.client, importId))['state'] !== 'running')
  t.match(await jobOf(there.client, importId), {
    state: 'done',
    done: rows,
    answer: { summary: { created: rows, failed: 0 } },
  })
  const numbers = (await list(there.client, '/api/componenttypes')).map(
    (one) => one['itoArticlenumber'],
  )
  t.equal(numbers.length, rows)
  t.equal(new Set(numbers).size, rows, 'the import continued, and repeated no row')
  const verified = await run('verify', [], other)
  t.equal(verified.code, 0, verified.output)
})
