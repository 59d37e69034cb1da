import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { asUser } from '#kernel/testing/requests.ts'
import { openObjects } from './open.ts'
import type { S3Environment } from './s3-client.ts'
import * as files from './testing/files.ts'
import { s3Given, s3Stub } from './testing/s3-stub.ts'
import { withFiles } from '../testing/with-files.ts'

const form = (parts: [string, string | Buffer, string?, string?][], end = '--x--\r\n') =>
  Buffer.concat([
    ...parts.flatMap(([name, value, fileName, type]) => [
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])

const uploadForm = (payload: Buffer) => ({
  method: 'POST' as const,
  url: '/api/objects/upload',
  payload,
  headers: { ...asUser(), 'content-type': 'multipart/form-data; boundary=x' },
})

test('a form with a file in it is an upload too', async (t) => {
  const { app, get, DATA_DIR } = await withFiles(t)
  const post = (payload: Buffer) => app.inject(uploadForm(payload))
  const reply = await post(
    form([
      ['kind', 'image'],
      ['file', files.png(), 'mål.png', 'image/png'],
      ['extra', 'x'],
    ]),
  )
  t.equal(reply.statusCode, 201)
  t.match(reply.json(), { data: { fileName: 'mål.png', contentType: 'image/png' } })
  t.ok((await get(reply.json().data.path)).rawPayload.equals(files.png()))
  const wrong = await post(
    form([
      ['kind', 'image'],
      ['file', files.pdf(), 'a.pdf', 'application/pdf'],
    ]),
  )
  t.equal(wrong.statusCode, 415)
  t.match((await post(form([['kind', 'image']]))).json(), { details: [{ path: 'file' }] })
  for (const torn of [
    form([['file', files.png(), 'a.png', 'image/png']], ''),
    Buffer.from('--x'),
    Buffer.from(''),
  ]) {
    const { statusCode } = await post(torn)
    t.equal(statusCode, 400)
  }
  t.same(await readdir(join(DATA_DIR, 'incoming')), [])
})

test('a form is refused if its kind is unknown, or given twice', async (t) => {
  const { app, DATA_DIR } = await withFiles(t)
  const file = ['file', files.pdf(), 'a.pdf', 'application/pdf'] as const
  const post = async (...kinds: string[]) => {
    const fields = kinds.map((kind) => ['kind', kind] as [string, string])
    const reply = await app.inject(uploadForm(form([...fields, [...file]])))
    return [reply.statusCode, reply.json().details?.[0]?.path]
  }
  for (const kinds of [['bilde'], [''], ['image', 'pdf']])
    t.same(await post(...kinds), [400, 'kind'])
  t.same(await post('pdf'), [201, undefined])
  t.same(await readdir(join(DATA_DIR, 'incoming')), [])
})

test('records refer to complete uploads that fit the field', async (t) => {
  const { upload, address, call } = await withFiles(t)
  const image = (await upload(files.png(), 'image/png')).json().data.path
  const sheet = (await upload(files.pdf(), 'application/pdf')).json().data.path
  const pending = (await address()).split('?')[0]
  const right = await call('POST', '/api/componenttypes', {
    description: 'x',
    image,
    dataSheet: sheet,
  })
  t.equal(right.status, 201)
  const wrong = await call('PUT', '/api/componenttypes/1', { image: sheet, dataSheet: pending })
  t.same(wrong.body['details'], [
    { path: 'image', message: 'Filtypen kan ikke brukes her. Velg PNG, JPEG, GIF eller WebP' },
    { path: 'dataSheet', message: 'Filen må lastes opp først' },
  ])
})

test('what nothing refers to goes to the bin after a day, and from there after thirty; what is referred to stays', async (t) => {
  const { upload, call, time, sweepFiles, get, DATA_DIR } = await withFiles(t)
  const path = async () => (await upload(files.png(), 'image/png')).json().data.path as string
  const [used, dropped, replaced, fresh] = [await path(), await path(), await path(), await path()]
  await call('POST', '/api/componenttypes', { description: 'x', image: replaced })
  await call('PUT', '/api/componenttypes/1', { image: used })
  t.equal(await sweepFiles(), 0, 'not on the first day')
  const old = new Date(time.now - 25 * 60 * 60_000)
  for (const one of [used, dropped, replaced]) {
    const name = one.slice(-36)
    await utimes(join(DATA_DIR, 'files', name.slice(0, 2), name.slice(2, 4), name), old, old)
  }
  t.equal(await sweepFiles(), 2)
  t.same(
    await Promise.all(
      [used, dropped, replaced, fresh].map(async (one) => (await get(one)).statusCode),
    ),
    [200, 404, 404, 200],
  )
  t.match((await call('PUT', '/api/componenttypes/1', { image: dropped })).body, {
    code: 'VALIDATION',
  })
  const binned = () => readdir(join(DATA_DIR, 'files-bin'))
  const inBin = [dropped, replaced].flatMap((one) => [one.slice(-36), `${one.slice(-36)}.json`])
  t.same((await binned()).toSorted(), inBin.toSorted())
  time.now += 30 * 24 * 60 * 60_000 - 60_000
  t.equal(await sweepFiles(), 1, 'the fresh one has grown old, too')
  t.equal((await binned()).length, 6)
  time.now += 2 * 60_000
  t.equal(await sweepFiles(), 0)
  t.same((await binned()).toSorted(), [fresh.slice(-36), `${fresh.slice(-36)}.json`])
  await call('DELETE', '/api/componenttypes/1')
  t.equal(await sweepFiles(), 1, 'deleted with its record')
  const kept = await path()
  const again = openObjects({
    DATA_DIR,
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    S3_PREFIX: '',
  })
  t.ok(await again.store.find(kept.slice(-36)), 'the files outlive the process')
})

const keepsIn = async (t: Test, options: S3Environment) => {
  const { upload, get, call, sweepFiles, time } = await withFiles(t, options)
  const path = async (content: Buffer) =>
    (await upload(content, 'image/png', { fileName: 'å.png' })).json().data.path as string
  const [used, dropped] = [await path(files.png('1')), await path(files.png('2'))]
  const { headers, rawPayload } = await get(used)
  t.ok(rawPayload.equals(files.png('1')))
  t.match(headers['content-disposition'], "filename*=UTF-8''%C3%A5.png")
  t.equal((await get(used, { range: 'bytes=1-3' })).payload, 'PNG')
  t.equal((await get('/objects/uploads/00000000-0000-4000-8000-000000000000')).statusCode, 404)
  await call('POST', '/api/componenttypes', { description: 'x', image: used })
  t.equal(await sweepFiles(), 0, 'not on the first day')
  time.now += 25 * 60 * 60_000
  t.equal(await sweepFiles(), 1)
  t.equal((await get(dropped)).statusCode, 404)
  t.equal((await get(used)).statusCode, 200)
  await call('DELETE', '/api/componenttypes/1')
  t.equal(await sweepFiles(), 1, 'nothing is left behind')
  time.now += 31 * 24 * 60 * 60_000
  t.equal(await sweepFiles(), 0, 'nor in the bin')
}

test('the same with the files in an S3-compatible store', async (t) => {
  const stub = await s3Stub()
  t.teardown(stub.close)
  await keepsIn(t, stub.options)
  t.equal(stub.objects.size, 0)
})

test(
  'the same with the files in the server at S3_TEST_URL',
  { skip: !s3Given && 'no S3_TEST_URL is set' },
  async (t) => keepsIn(t, { ...s3Given!, S3_PREFIX: `${randomUUID()}/` }),
)

test('files that cannot be reached now are a refusal that says so', async (t) => {
  const stub = await s3Stub()
  const { upload, get } = await withFiles(t, stub.options)
  const { path } = (await upload(files.png(), 'image/png')).json().data
  await stub.close()
  for (const reply of [await get(path), await upload(files.png(), 'image/png')]) {
    t.equal(reply.statusCode, 503)
    t.match(reply.json(), { code: 'UNAVAILABLE' })
  }
})

test('a connection that breaks, or sends more than it may, leaves nothing behind', async (t) => {
  const { app, address, objects, DATA_DIR } = await withFiles(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headersOf = (length: string) =>
    [
      ...Object.entries(asUser()),
      ['content-type', 'image/png'],
      ['host', 'x'],
      ['connection', 'close'],
    ]
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('') + length
  const send = async (length: string, body: Buffer, isTorn: boolean) => {
    const url = await address()
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk) => (said += chunk.toString()))
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(`PUT ${url} HTTP/1.1\r\n${headersOf(length)}\r\n\r\n`)
    socket.write(body)
    if (isTorn) setTimeout(() => socket.destroy(), 100)
    await closed
    t.notOk(await objects.store.find(url.slice('/objects/uploads/'.length).split('?')[0]!))
    return said
  }
  await send('content-length: 100000', files.png(), true)
  await send('transfer-encoding: chunked', Buffer.from('ffff\r\nabc'), true)
  t.match(await send('content-length: 99999999', files.png(), false), 'HTTP/1.1 413')
  for (let i = 0; i < 3_000 && (await readdir(join(DATA_DIR, 'incoming'))).length > 0; i++)
    await sleep(20)
  t.same(await readdir(join(DATA_DIR, 'incoming')), [])
})
