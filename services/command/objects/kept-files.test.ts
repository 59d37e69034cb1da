import { readdir, utimes } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'tap'
import { asking } from '../../kernel/testing/asks.ts'
import { openObjects } from './open.ts'
import * as files from './testing/files.ts'
import { s3Stub } from './testing/s3-stub.ts'
import { withFiles } from './testing/with-files.ts'

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

test('a form with a file in it is an upload too', async (t) => {
  const { app, get, DATA_DIR } = await withFiles(t)
  const post = (payload: Buffer) =>
    app.inject({
      method: 'POST',
      url: '/api/objects/upload',
      payload,
      headers: { ...asking(), 'content-type': 'multipart/form-data; boundary=x' },
    })
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

test('what nothing refers to goes after a day, what is referred to stays', async (t) => {
  const { upload, call, time, sweepFiles, get, objects, DATA_DIR } = await withFiles(t)
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
  await call('DELETE', '/api/componenttypes/1')
  t.equal(await sweepFiles(), 1, 'deleted with its record')
  const again = await openObjects({
    DATA_DIR,
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
    S3_PREFIX: '',
  })
  t.ok(again.key.equals(objects.key), 'the key outlives the process')
  t.ok(await again.store.find(fresh.slice(-36)), 'and so do the files')
})

test('the same against an S3-compatible store (a stub of ours: no real one is in the registries)', async (t) => {
  const s3 = await s3Stub()
  t.teardown(s3.close)
  const { upload, get, call, sweepFiles } = await withFiles(t, {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'filer',
  })
  const paths: string[] = []
  for (let i = 0; i < 5; i++)
    paths.push(
      (await upload(files.png(`${i}`), 'image/png', { fileName: 'å.png' })).json().data.path,
    )
  t.equal(s3.objects.size, 5)
  const { headers, rawPayload } = await get(paths[2]!)
  t.ok(rawPayload.equals(files.png('2')))
  t.match(headers['content-disposition'], "filename*=UTF-8''%C3%A5.png")
  t.equal((await get(paths[2]!, { range: 'bytes=1-3' })).payload, 'PNG')
  t.equal((await get('/objects/uploads/00000000-0000-4000-8000-000000000000')).statusCode, 404)
  await call('POST', '/api/componenttypes', { description: 'x', image: paths[0] })
  for (const stored of s3.objects.values()) stored.at = new Date(Date.now() - 25 * 60 * 60_000)
  t.equal(await sweepFiles(), 4)
  t.same([...s3.objects.keys()], [`uploads/${paths[0]!.slice(-36)}`])
})

test('a connection that breaks, or sends more than it may, leaves nothing behind', async (t) => {
  const { app, address, objects, DATA_DIR } = await withFiles(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headersOf = (length: string) =>
    [
      ...Object.entries(asking()),
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
  for (let i = 0; i < 50 && (await readdir(join(DATA_DIR, 'incoming'))).length > 0; i++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  t.same(await readdir(join(DATA_DIR, 'incoming')), [])
})
