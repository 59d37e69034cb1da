import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'tap'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import {
  startImporter,
  asLeft,
  multipartBody,
  multipartHeaders,
  noAnswer,
} from '../testing/importing.ts'
import { catalogue, piece, priceFile } from '../testing/price-files.ts'

/** Lines that are left alone, each for its reason, and last one that changes a price. */
const file = priceFile(
  piece('0100003', 900),
  piece('0999999', 100),
  piece('0999999', 100),
  'VL;9;21;FRAKT;;1;EA;STYKK;0;10000;20200901;0;;;;;;',
  piece('0100001', 2050),
)
const reasons = { otherSupplier: 1, notFound: 1, repeated: 1, otherNumber: 1 }

const account = ({ importId: _id, ...rest }: ImportAnswer) => rest

test('a run tells why it leaves lines alone, as its dry run did', async (t) => {
  const { send, ask, ended } = await catalogue(t)
  const { body: shown } = await send('componenttypes', file, { dryRun: 'true' })
  t.same(shown.skipped, reasons)
  t.equal((await ask('POST', `/api/csv-import/jobs/${shown.importId}/run`)).status, 202)
  t.match((await ended(shown.importId)).answer, { skipped: reasons, summary: { updated: 1 } })
})

test('a run that is cut off tells in the end why it left lines alone', async (t) => {
  const once = await catalogue(t)
  const { body: uninterrupted } = await once.send('componenttypes', file)

  const log = memoryLog()
  const dying = { ...log }
  const first = await catalogue(t, { log: dying, isLeft: true })
  let isAppending = false
  dying.append = () => {
    isAppending = true
    return noAnswer()
  }
  const sent = await first.ask(
    'POST',
    '/api/csv-import/componenttypes?async=true',
    multipartBody(file),
    multipartHeaders,
  )
  while (!isAppending) await delay(20)

  const second = await startImporter(t, { log, place: await asLeft(t, first) })
  const { answer } = await second.ended(sent.body.data.id)
  t.same(answer?.skipped, reasons)
  t.same(account(answer!), account(uninterrupted))
})
