import { setTimeout as sleep } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { tableLog } from '#infra/eventstore/table-log.ts'
import { verifyStore } from '#infra/eventstore/verify.ts'
import { storeOn } from '#infra/eventstore/testing/store.ts'
import { checkpointIn, openNote, verifierOf } from '../notes/note.ts'
import { openAuditDatabase } from '../tables.ts'
import {
  auditedStore,
  onDatabase,
  replaced,
  rewrite,
} from '#infra/eventstore/testing/audited-store.ts'
import { checkpointsToVerify } from './checkpoints.ts'
import { compare, type FindPlace } from './compare.ts'
import { verdictsOf } from './verdicts.ts'

type Audited = Awaited<ReturnType<typeof auditedStore>>

const verified = async (t: Test, { url, store }: Audited, note?: string, findPlace?: FindPlace) => {
  const pool = await openAuditDatabase(url)
  t.teardown(() => pool.end())
  const file = note === undefined ? undefined : { path: 'fil', note }
  const { checkpoints, damaged } = await checkpointsToVerify(pool, file)
  const compared = await compare(tableLog(store.databaseUrl), pool, checkpoints, findPlace)
  const found = [...verdictsOf(compared), ...damaged]
  return {
    isWhole: found.every(({ isWhole }) => isWhole),
    text: found.map((f) => f.text).join('\n'),
  }
}

const signedStore = async (t: Test, count: number) => {
  const audited = await auditedStore(t, count)
  const audit = await audited.start()
  const { note } = await audit.checkpoint()
  await audit.stop()
  const positions = (await audited.log.readAll(null, count)).map(({ position }) => position)
  return { audited, note, positions }
}

test('a price changed together with its checksum is found, although the store accepts it', async (t) => {
  const { audited, note, positions } = await signedStore(t, 600)
  const { databaseUrl } = audited.store
  t.match(await verified(t, audited, note), { isWhole: true })

  await rewrite(databaseUrl, positions[400]!, replaced('Price":100400', 'Price":100401'))
  t.same((await verifyStore(databaseUrl)).damages, [], 'the store finds nothing')
  const { isWhole, text } = await verified(t, audited, note)
  t.notOk(isWhole)
  t.match(
    text,
    'SKREVET OM: De 600 første hendelsene er ikke som da sjekkpunktet i fil ble signert.',
  )
  t.match(text, `avviker: plass ${positions[400]}, componenttype-1 nr. 400, som er endret.`)

  await rewrite(databaseUrl, positions[400]!, replaced('Price":100401', 'Price":100400'))
  t.match(await verified(t, audited, note), { isWhole: true })
})

test('a truncated log is distinguished from a rewritten one', async (t) => {
  const { audited, note, positions } = await signedStore(t, 300)
  await onDatabase(audited.store.databaseUrl, 'delete from events where position >= $1', [
    positions[290],
  ])
  const { isWhole, text } = await verified(t, audited, note)
  t.notOk(isWhole)
  t.match(text, 'KUTTET: sjekkpunktet i fil har 300 hendelser, og loggen har bare 290.')
  t.match(text, `avviker: plass ${positions[290]}, som er borte fra loggen.`)
  t.match(text, /Gjør nå: .* sikkerhetskopi som er nyere enn sjekkpunktet/)
  t.equal(text.split('Gjør nå').length, 2, 'once')
  const known = await verified(t, audited, note, async (position) =>
    position === positions[290] ? { stream: 'componenttype-1', revision: '290' } : null,
  )
  t.match(known.text, `plass ${positions[290]}, componenttype-1 nr. 290, som er borte fra loggen.`)
})

test('a log of a single event is spoken of in the singular', async (t) => {
  const { audited, note, positions } = await signedStore(t, 1)
  const { databaseUrl } = audited.store
  const first = 'Den første hendelsen er'
  t.match(
    (await verified(t, audited, note)).text,
    `Loggen er hel: ${first} som da sjekkpunktet i fil`,
  )
  await rewrite(databaseUrl, positions[0]!, replaced('Price":100000', 'Price":100001'))
  t.match((await verified(t, audited, note)).text, `SKREVET OM: ${first} ikke som da`)
  await onDatabase(databaseUrl, 'delete from events')
  t.match((await verified(t, audited, note)).text, 'i fil har 1 hendelse, og loggen har bare 0.')
})

test('changed tiles and foreign checkpoints are detected', async (t) => {
  const { audited, note } = await signedStore(t, 300)
  const flip = 'update audit.tile set hashes = set_bit(hashes, 8, 1 - get_bit(hashes, 8))'
  await onDatabase(audited.url, `${flip} where level = 1`)
  t.match((await verified(t, audited)).text, 'SKADET flis 1/0')
  await onDatabase(audited.url, `${flip} where level = 1`)
  await onDatabase(audited.url, `${flip} where level = 0 and number = 0`)
  const { isWhole, text } = await verified(t, audited)
  t.notOk(isWhole)
  t.match(text, 'SKADET TRE: Loggen passer med siste sjekkpunkt')
  await t.rejects(verified(t, audited, note.replace('\n300\n', '\n299\n')), /ikke signert/)
})

test('a tree that does not match the log is refused, not rebuilt', async (t) => {
  const { audited, note, positions } = await signedStore(t, 3)
  await rewrite(
    audited.store.databaseUrl,
    positions[2]!,
    replaced('Price":100002', 'Price":100003'),
  )
  await audited.store.stop()
  await storeOn(t, audited.store.databaseUrl, audited.store.port)
  const audit = await audited.start()
  while (!/ikke som den var/.test(audit.problem() ?? '')) await sleep(20)
  await t.rejects(audit.checkpoint(), /hendelse nr. 3 er ikke som den var/)
  await audit.stop()
  t.match(audited.errors.at(-1), { name: 'TreeMisfit' })
  t.match((await verified(t, audited, note)).text, 'SKREVET OM')
})

test('a record that cannot be read, or stood elsewhere, is named by its place', async (t) => {
  const { audited, note, positions } = await signedStore(t, 30)
  const { databaseUrl } = audited.store
  const broken = async (at: number, change: (record: Buffer) => Buffer) => {
    let whole: Buffer | undefined
    await rewrite(databaseUrl, positions[at]!, (record) => change((whole = record)))
    const { isWhole, text } = await verified(t, audited, note)
    await rewrite(databaseUrl, positions[at]!, () => whole!)
    t.notOk(isWhole)
    t.match(text, `avviker: plass ${positions[at]}, componenttype-1 nr. ${at}, som er endret.`)
    return Buffer.from(whole!)
  }
  const other = await broken(20, (record) => record.subarray(0, 90))
  await broken(10, () => other)
  await broken(29, () => other)
  const created = other.indexOf('created')
  await broken(20, (record) => Buffer.from(record).fill('9', created + 9, created + 26))
  t.match(await verified(t, audited, note), { isWhole: true })
})

test('a damaged checkpoint or key is named, and the log is verified with the others', async (t) => {
  const { audited, note } = await signedStore(t, 30)
  const { url } = audited
  const first = 'update audit.checkpoint set'
  const bit = 'set_bit(seed, 3, 1 - get_bit(seed, 3))'
  const damages = [
    [`${first} size = 29`, `${first} size = 30`, 'sjekkpunkt nr. 1'],
    [`${first} note = 'x' || note`, `${first} note = substr(note, 2)`, 'sjekkpunkt nr. 1'],
    [`update audit.key set seed = ${bit}`, `update audit.key set seed = ${bit}`, 'nøkkel nr. 1'],
  ]
  for (const [damage, mend, name] of damages) {
    await onDatabase(url, damage!)
    const { isWhole, text } = await verified(t, audited, note)
    t.notOk(isWhole)
    t.match(text, `SKADET ${name}`)
    t.match(
      text,
      'Loggen er hel: De 30 første hendelsene er som da sjekkpunktet i fil ble signert.',
    )
    await onDatabase(url, mend!)
  }
  await onDatabase(url, `update audit.key set verifier = 'x' || verifier`)
  const { isWhole, text } = await verified(t, audited)
  t.notOk(isWhole)
  t.match(text, /SKADET nøkkel nr. 1 .*\nSKADET sjekkpunkt nr. 1/)
  await t.rejects(verified(t, audited, note), /ikke signert .* SKADET nøkkel nr. 1/)

  const audit = await audited.start()
  while (!/Nøkkel nr. 1, .* er skadet/.test(audit.problem() ?? '')) await sleep(20)
})

test('each checkpoint extends the previous one, also after a restart', async (t) => {
  const { audited, note } = await signedStore(t, 300)
  await audited.price(700)
  const audit = await audited.start()
  const { checkpoints } = await audit.current()
  const later = await audit.checkpoint()
  const text = openNote(later.note, [verifierOf(checkpoints.verifierKey)])
  t.equal(checkpointIn(text!)?.size, 1000)
  t.match(await verified(t, audited, note), { isWhole: true })
  t.same(audited.errors, [])
})

/** What an attacker with write access to the schema `audit` could do: rebuild the tree from the changed log. */
const makeTreeOver = ({ url }: Audited) =>
  onDatabase(
    url,
    'with t as (delete from audit.tile), l as (delete from audit.leaves) update audit.tree set size = 0',
  )

test('a published checkpoint is verified although nobody presents it', async (t) => {
  const { audited } = await signedStore(t, 300)
  const audit = await audited.start()
  await audited.price(10)
  t.equal((await audit.checkpoint()).size, 310)
  const [last] = (await audited.log.readAll(null, 310)).slice(-5)
  await onDatabase(audited.store.databaseUrl, 'delete from events where position >= $1', [
    last!.position,
  ])
  await makeTreeOver(audited)
  t.match((await verified(t, audited)).text, 'KUTTET: siste sjekkpunkt har 310 hendelser')
})

test('every signed checkpoint is verified, not only the newest', async (t) => {
  const { audited, positions } = await signedStore(t, 30)
  await onDatabase(audited.url, 'create table audit.aside as table audit.checkpoint')
  await onDatabase(audited.url, 'delete from audit.checkpoint')
  await rewrite(
    audited.store.databaseUrl,
    positions[5]!,
    replaced('Price":100005', 'Price":100006'),
  )
  await makeTreeOver(audited)
  await audited.store.stop()
  await storeOn(t, audited.store.databaseUrl, audited.store.port)
  const audit = await audited.start()
  while (audit.problem() !== null) await sleep(20)
  await audit.stop()
  t.match(await verified(t, audited), { isWhole: true }, 'a new signature with the stolen key')

  const back = 'insert into audit.checkpoint overriding system value table audit.aside'
  await onDatabase(audited.url, back)
  const { isWhole, text } = await verified(t, audited)
  t.notOk(isWhole)
  t.match(text, /er hel: De 30 .* da siste sjekkpunkt/)
  t.match(text, /SKREVET OM: De 30 første hendelsene er ikke som da sjekkpunktet fra 2/)
})
