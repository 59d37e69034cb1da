import { test, type Test } from 'tap'
import { storedOf } from '#infra/eventstore/client/decode.ts'
import { columns, recordOf, type Row } from '#infra/eventstore/server/log/queries.ts'
import { checksum } from '#infra/eventstore/server/log/record.ts'
import { auditedStore } from '#infra/eventstore/testing/audited-store.ts'
import { logCheck } from '#infra/eventstore/verify.ts'
import { onConnection } from '#infra/postgres/databases.ts'
import { openAuditDatabase } from '../tables.ts'
import { checkpointsToVerify } from './checkpoints.ts'
import { compare } from './compare.ts'
import { verdictsOf } from './verdicts.ts'

/** A signed log in memory, its tree in the database, and the output of `npm run verify`. */
const signedLog = async (t: Test) => {
  const { start, store, url } = await auditedStore(t, 260)
  const audit = await start()
  await audit.checkpoint()
  await audit.stop()
  const all = { text: `select ${columns} from events order by position`, rowMode: 'array' } as const
  const { rows } = await onConnection(store.databaseUrl, (client) => client.query<Row>(all))
  const pool = await openAuditDatabase(url)
  t.teardown(() => pool.end())
  const { checkpoints } = await checkpointsToVerify(pool)
  const reportOn = async (records: readonly ReturnType<typeof recordOf>[]): Promise<string> => {
    const check = logCheck()
    const damaged = records.find((record) => check(record, checksum(record)) !== null)
    if (damaged) return `SKADET plass ${damaged.position}`
    const ours = records.filter(({ stream }) => !stream.startsWith('$'))
    const events = ours.map(({ bytes }) => storedOf(bytes))
    const compared = await compare({ readStored: async () => events }, pool, checkpoints)
    return verdictsOf(compared)
      .map(({ text }) => text)
      .join('\n')
  }
  return { records: rows.map(recordOf), url, reportOn }
}

test('each of 100 bits flipped in events, with a new checksum, is found and the event named', async (t) => {
  const { records, reportOn } = await signedLog(t)
  t.match(await reportOn(records), /^Loggen er hel/)
  let found = 0
  for (let flip = 0; flip < 100; flip++) {
    const at = (flip * 37) % records.length
    const record = records[at]!
    const bytes = Buffer.from(record.bytes)
    const bit = (flip * 1_009) % (bytes.length * 8)
    bytes[bit >> 3]! ^= 1 << (bit & 7)
    const answer = await reportOn(records.with(at, { ...record, bytes }))
    if (answer.includes(`plass ${record.position}`)) found++
    else t.fail(`event ${at} bit ${bit}: ${answer}`)
  }
  t.equal(found, 100)
})

const changes = [
  { tile: '0/0', column: 'tile.hashes', row: 'level = 0 and number = 0' },
  { tile: '0/1', column: 'tile.hashes', row: 'level = 0 and number = 1' },
  { tile: '1/0', column: 'tile.hashes', row: 'level = 1 and number = 0' },
  { tile: '0/0', column: 'leaves.positions', row: 'number = 0' },
]

test('each of 40 bits flipped in tiles is found and the tile named', async (t) => {
  const { records, url, reportOn } = await signedLog(t)
  let found = 0
  await onConnection(url, async (client) => {
    for (const { tile, column, row } of changes)
      for (let flip = 0; flip < 10; flip++) {
        const [table, bytes] = column.split('.')
        const bit = `${flip * 1_009} % bit_length(${bytes})`
        const change = `update audit.${table} set ${bytes} = set_bit(${bytes}, ${bit}, 1 - get_bit(${bytes}, ${bit})) where ${row}`
        await client.query(change)
        const answer = await reportOn(records)
        await client.query(change)
        if (new RegExp(`SKADET.* ${tile}\\b`).test(answer)) found++
        else t.fail(`${tile} ${column} ${flip}: ${answer}`)
      }
  })
  t.match(await reportOn(records), /^Loggen er hel/)
  t.equal(found, 40)
})

test('a flipped bit in the position that leaves are looked up by is found', async (t) => {
  const { records, url, reportOn } = await signedLog(t)
  const flip = (bit: number) =>
    onConnection(url, (client) =>
      client.query(`update audit.leaves set first = first # ${2 ** bit} where number = 1`),
    )
  for (const bit of [0, 3, 20]) {
    await flip(bit)
    t.match(await reportOn(records), /SKADET flis 0\/1\b/, `bit ${bit}`)
    await flip(bit)
  }
  t.match(await reportOn(records), /^Loggen er hel/)
})
