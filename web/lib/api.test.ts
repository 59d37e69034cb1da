import { test } from 'tap'
import { followJob, undoJob } from '../csv-import/import-api.ts'
import { webAddress } from '../fields/links.tsx'
import { isAccepted } from '../fields/file-field.tsx'
import { withTag } from '../fields/list-control.tsx'
import { readData, readJson, readVersioned, remove, save, onLostSession } from './api.ts'
import { ApiError, isUnknown, messageOf } from './api-error.ts'
import { fileName, rememberName } from '../fields/file-name.tsx'
import { salesPriceOf } from '#contracts/pricing.ts'
import { costMoney, fixed, money, number } from './format.ts'
import { isReadSince } from './read-positions.ts'
import { storedPath, upload } from '../fields/upload.ts'

type Test = { teardown(fn: () => void): unknown }
type Sent = { path: string; init: RequestInit | undefined }

/** Answers the calls in this order; an Error is a network failure. */
const answering = (t: Test, ...answers: (Response | Error)[]): readonly Sent[] => {
  const sent: Sent[] = []
  const { fetch } = globalThis
  t.teardown(() => (globalThis.fetch = fetch))
  globalThis.fetch = async (path, init) => {
    sent.push({ path: path as string, init })
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer ?? new Error('no answer left')
    return answer
  }
  return sent
}
const json = (body: unknown, status = 200) => Response.json(body, { status })
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('did not fail')
}

test('a list needs success and data', async (t) => {
  answering(t, json({ success: true, data: [1] }), json({ success: true }), json([1]))
  t.same(await readData('/api/motortypes'), [1])
  t.match(await failure(readData('/x')), { status: 400, message: 'Failed to fetch data' })
  t.match(await failure(readData('/x')), { status: 400, message: 'Failed to fetch data' })
})

test('an upload needs its address, and an import its job', async (t) => {
  answering(t, json({ success: true }), json({ success: true }))
  const refused = { status: 400, message: 'Failed to upload file' }
  const file = new File(['x'], 'motor.png')
  t.match(await failure(upload(file, () => undefined, new AbortController().signal)), refused)
  t.match(await failure(undoJob('1')), refused)
})

test('a failed read has the status and the body in its message', async (t) => {
  answering(
    t,
    new Response('borte', { status: 404 }),
    new Response('', { status: 502, statusText: 'Bad Gateway' }),
    json({ success: false, error: 'Finnes ikke.', code: 'NOT_FOUND' }, 404),
  )
  t.equal((await failure(readJson('/x'))).message, '404: borte')
  t.equal((await failure(readJson('/x'))).message, '502: Bad Gateway')
  t.match(await failure(readJson('/x')), { serverText: 'Finnes ikke.', code: 'NOT_FOUND' })
})

test('an answer that is not of this server is a failure with a text that can be shown', async (t) => {
  const foreign = () => json({ error: { code: 503, message: 'Backend fetch failed' } }, 503)
  const html = (status: number) => new Response('<h1>Nginx</h1>', { status })
  answering(t, foreign(), html(413), html(429), html(504), html(200), json(null), json({}))
  const said = async () => messageOf(await failure(readJson('/x')))
  t.match(await said(), 'Systemet er ikke tilgjengelig akkurat nå.')
  t.equal(await said(), 'Filen er for stor.')
  t.match(await said(), 'For mange forespørsler.')
  t.match(await said(), 'Systemet er ikke tilgjengelig akkurat nå.')
  for (let left = 3; left > 0; left--) t.equal(await said(), 'Det oppstod en uventet feil.')
  t.equal(messageOf(new ApiError('HTTP 413', 413), 'Kunne ikke slette'), 'Kunne ikke slette')
})

test('a record to be edited is read, or that fails', async (t) => {
  answering(t, new Response('<h1>Logg inn</h1>'), json(null))
  t.equal((await failure(readVersioned('/x'))).message, 'Failed to fetch data')
  t.equal((await failure(readVersioned('/x'))).message, 'Failed to fetch data')
})

test('a save sends JSON with credentials, its key and the version it changes', async (t) => {
  const sent = answering(t, json({ success: true, data: { id: 7 } }, 201))
  t.same(await save('PUT', '/api/x/7', { a: 1 }, { key: 'k', version: '"3"' }), { id: 7 })
  t.match(sent[0]!.init, {
    method: 'PUT',
    body: '{"a":1}',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k', 'If-Match': '"3"' },
  })
})

test('a failed save has the server’s text, or HTTP and the status', async (t) => {
  answering(
    t,
    json({ success: false, error: 'Ordre mangler', details: [{ path: 'a', message: 'b' }] }, 400),
    json({ message: 'stengt' }, 503),
    new Response('<html>', { status: 500 }),
    json({ success: true }, 201),
    json({ success: true }),
  )
  const create = () => failure(save('POST', '/x', {}))
  t.match(await create(), { message: 'Ordre mangler', status: 400, details: [{ path: 'a' }] })
  t.equal((await create()).message, 'stengt')
  t.equal((await create()).message, 'HTTP 500')
  t.match(await create(), { message: 'Failed to create', status: 400 })
  t.equal((await failure(save('PUT', '/x', {}))).message, 'Failed to update')
})

test('a 204, or an answer that is not JSON, is a success', async (t) => {
  answering(t, new Response(null, { status: 204 }), new Response('ok'))
  t.equal(await save('POST', '/x', {}), undefined)
  t.equal(await remove('/x'), undefined)
})

test('a delete may be refused with a 200', async (t) => {
  answering(t, json({ success: false, error: 'I bruk' }), json({ success: false }))
  t.equal((await failure(remove('/x'))).message, 'I bruk')
  t.equal((await failure(remove('/x'))).message, 'Failed to delete')
})

test('after a network error the outcome of a command is unknown', async (t) => {
  answering(t, new TypeError('fetch failed'))
  const error = await failure(save('POST', '/x', {}))
  t.match(error, { message: 'Network error', status: 0 })
  t.ok(isUnknown(error))
  t.ok(isUnknown(new ApiError('?', 503, { code: 'OUTCOME_UNKNOWN' })))
  t.notOk(isUnknown(new ApiError('nei', 409, { code: 'CONFLICT' })))
  t.match(messageOf(error), /kontakt med serveren/)
})

test('without a session a call waits for a login and is then sent again unchanged', async (t) => {
  const sent = answering(t, json({}, 401), json({ success: true, data: { id: 1 } }, 201))
  let asked = 0
  onLostSession(async () => void asked++)
  t.teardown(() => onLostSession(undefined))
  t.same(await save('POST', '/x', { a: 1 }, { key: 'k' }), { id: 1 })
  t.equal(asked, 1)
  t.same(sent[0], sent[1])
})

test('what is read after a new login is known to be as new as its answer says', async (t) => {
  const headers = { 'x-event-position': '7' }
  answering(t, json({}, 401), Response.json({ success: true, data: [] }, { headers }))
  onLostSession(async () => undefined)
  t.teardown(() => onLostSession(undefined))
  await readData('/api/suppliers')
  t.ok(isReadSince('suppliers', 7n))
})

test('a job is followed on after answers that say nothing about it', async (t) => {
  const busy = json({ success: false, code: 'TOO_MANY_REQUESTS' }, 429)
  const done = json({ success: true, data: { id: '1', state: 'done' } })
  answering(t, busy, new Response('<h1>Logg inn</h1>'), done)
  t.match(await followJob('1', () => undefined), { state: 'done' })
  answering(t, json({ success: false, code: 'NOT_FOUND' }, 404))
  t.match(await failure(followJob('1', () => undefined)), { status: 404 })
})

test('numbers are formatted in Norwegian, and money is rounded half up exactly', async (t) => {
  t.equal(money(1234.5), '1\u00a0234,50\u00a0kr')
  t.equal(money('1.005', 'USD'), '1,01\u00a0USD')
  t.same(
    [0, 0.004, '0.0049', -0.004, 0.005].map((cost) => costMoney(cost)),
    ['0,00', '0,004', '0,0049', '−0,004', '0,01'].map((text) => `${text}\u00a0kr`),
    'a small cost is not shown as zero',
  )
  t.equal(fixed(0.615, 2), '0,62')
  t.equal(
    number('12345678901234567890'),
    '12\u00a0345\u00a0678\u00a0901\u00a0234\u00a0567\u00a0890',
  )
  t.equal(salesPriceOf({ costPrice: '0.1', priceFactor: '0.2' }), '0.0200')
  t.equal(salesPriceOf({ costPrice: null, priceFactor: '2' }), null)
})

test('tags are trimmed; blank and duplicate ones are ignored', async (t) => {
  t.same(withTag(['a'], ' b '), ['a', 'b'])
  t.same(withTag(['a'], ' a'), ['a'])
  t.same(withTag(['a'], '  '), ['a'])
})

test('file fields have accepted types, stored paths and file names', async (t) => {
  t.ok(isAccepted('drawing', { name: 'A.DWG', type: '' }))
  t.notOk(isAccepted('pdf', { name: 'a.pdf.exe', type: 'application/pdf' }))
  t.ok(isAccepted('image', { name: 'x', type: 'image/webp' }))
  t.equal(storedPath('https://lager.no/bucket/a.pdf?sig=1'), '/objects/uploads/a.pdf')
  t.equal(storedPath('/objects/uploads/a.pdf?token=x'), '/objects/uploads/a.pdf')
  const bare = '/objects/uploads/3f2b8a10-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
  t.equal(fileName(bare), 'Fil 3f2b8a10', 'nobody reads a UUID')
  rememberName(bare, 'Blad Æ.pdf')
  t.equal(fileName(bare), 'Blad Æ.pdf')
  t.equal(
    fileName('/objects/uploads/3f2b8a10-1c2d-4e5f-8a9b-0c1d2e3f4a5b-Blad%20%C3%86.pdf'),
    'Blad Æ.pdf',
  )
})

test('a web address without a scheme is https; other text is no link', async (t) => {
  t.equal(webAddress('www.x.no'), 'https://www.x.no')
  t.equal(webAddress('http://x.no'), 'http://x.no')
  t.equal(webAddress('javascript:alert(1)'), null)
})
