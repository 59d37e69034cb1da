import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { test } from 'tap'
import { requestFor, asUser } from '#kernel/testing/requests.ts'
import { userHeader } from '#kernel/identity.ts'
import * as files from './testing/files.ts'
import { withFiles } from '../testing/with-files.ts'

test('a file goes to its signed address once, and comes back as it was', async (t) => {
  const { app, address, put, get, DATA_DIR } = await withFiles(t)
  const asked = await app.inject({
    ...requestFor('POST', '/api/objects/upload'),
    headers: { ...asUser(), 'content-type': 'application/json' },
  })
  t.equal(asked.statusCode, 200)
  t.match(asked.json(), { success: true, uploadURL: /^\/objects\/uploads\/[0-9a-f-]{36}\?token=/ })
  const url = await address()
  const path = url.split('?')[0]!
  t.equal((await get(path)).statusCode, 404, 'not before it is complete')
  const stored = await put(url, files.png(), 'image/png')
  t.equal(stored.statusCode, 200)
  t.match(stored.json(), { success: true, data: { path, contentType: 'image/png' } })
  t.equal((await put(url, files.png(), 'image/png')).statusCode, 409, 'the address works once')
  const { statusCode, headers, rawPayload } = await get(path)
  t.equal(statusCode, 200)
  t.ok(rawPayload.equals(files.png()))
  t.match(headers, {
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none';.*sandbox/,
    'content-disposition': /^inline; filename=/,
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
  t.same(await readdir(join(DATA_DIR, 'incoming')), [])
})

test('an address is for one name, one person and ten minutes', async (t) => {
  const { address, put, time } = await withFiles(t)
  const url = await address()
  const other = (await address()).split('?')[0]!
  const token = url.split('?')[1]!
  const someone = { id: 'u2', username: 'ola', name: 'Ola', role: 'redaktør' } as const
  for (const [bad, headers] of [
    [`${other}?${token}`, {}],
    [url.split('?')[0]!, {}],
    [`${url}x`, {}],
    [url, { 'x-user': userHeader(someone) }],
  ] as const)
    t.equal((await put(bad, files.png(), 'image/png', headers)).statusCode, 403)
  t.equal((await put('/objects/uploads/..%2f..%2fetc', files.png())).statusCode, 404)
  time.now += 10 * 60_000 + 1
  t.equal((await put(url, files.png(), 'image/png')).statusCode, 403)
})

test('a picture has a small one for lists, where it can be made', async (t) => {
  const { upload, get } = await withFiles(t)
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const [width, height] = [900, 1_200]
  const large = sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
  const stored = async (content: Buffer, type: string) =>
    (await upload(content, type, { kind: 'image' })).json().data.path as string

  const path = await stored(await large.jpeg().toBuffer(), 'image/jpeg')
  const small = await get(`${path}?size=small`)
  const cached = 'private, max-age=31536000, immutable'
  t.match(small.headers, { 'content-type': 'image/webp', 'cache-control': cached })
  t.match(await sharp(small.rawPayload).metadata(), { format: 'webp', width: 240, height: 320 })
  const again = { 'if-none-match': String(small.headers.etag) }
  t.equal((await get(`${path}?size=small`, again)).statusCode, 304)
  t.equal((await get(path, again)).statusCode, 200, 'the whole one is another')
  t.equal((await get(`${path}?size=big`)).statusCode, 400)

  const bomb = { create: { width: 7_000, height: 6_000, channels: 3, background: '#fff' } } as const
  const huge = await sharp(bomb).png().toBuffer()
  for (const content of [files.png(), huge]) {
    const { rawPayload } = await get(`${await stored(content, 'image/png')}?size=small`)
    t.ok(rawPayload.equals(content), 'else it is as it was uploaded')
  }
})

test('what each field takes is known by its content', async (t) => {
  const { upload } = await withFiles(t)
  const text = Buffer.from('Blåbærsyltetøy\r\n')
  const accepted: [string, Buffer, string, object?][] = [
    ['png', files.png(), 'image/png', { kind: 'image' }],
    ['jpeg', files.jpeg(), 'image/jpeg', { kind: 'image', fileName: 'a.JPEG' }],
    ['gif', files.gif(), 'image/gif', { kind: 'image' }],
    ['webp', files.webp(), 'image/webp', { kind: 'image' }],
    ['pdf', files.pdf(), 'application/pdf', { kind: 'pdf' }],
    ['doc', files.doc(), 'application/msword', { kind: 'document', fileName: 'a.doc' }],
    ['docx', files.docx(), 'application/octet-stream', { kind: 'document', fileName: 'a.docx' }],
    ['text', text, 'text/plain', { kind: 'document' }],
    ['latin-1 text', Buffer.from('bl\xe5', 'latin1'), 'text/plain; charset=latin1', {}],
    ['dwg', files.dwg(), '', { kind: 'drawing', fileName: 'a.dwg' }],
    ['dxf', files.dxf(), 'application/octet-stream', { kind: 'drawing' }],
  ]
  for (const [what, content, type, asked] of accepted)
    t.equal((await upload(content, type, asked)).statusCode, 200, what)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const refused: [string, Buffer, string, object?][] = [
    ['svg', svg, 'image/svg+xml'],
    ['svg called png', svg, 'image/png'],
    ['svg called text', svg, 'text/plain'],
    ['page called text', html, 'text/plain'],
    ['page called pdf', html, 'application/pdf'],
    ['png called pdf', files.png(), 'application/pdf'],
    ['png named pdf', files.png(), 'image/png', { fileName: 'a.pdf' }],
    ['png named exe', files.png(), 'image/png', { fileName: 'a.png.exe' }],
    ['png cut short', files.png().subarray(0, 40), 'image/png'],
    ['pdf cut short', files.pdf().subarray(0, 20), 'application/pdf'],
    ['pdf behind a page', Buffer.concat([html, files.pdf()]), 'application/pdf'],
    ['png with a page in it', files.png('<script>alert(1)</script>'), 'image/png'],
    ['png with an archive behind', Buffer.concat([files.png(), files.docx()]), 'image/png'],
    ['gif and script', Buffer.concat([files.gif(), Buffer.from('/*')]), 'image/gif'],
    ['webp with more behind', Buffer.concat([files.webp(), html]), 'image/webp'],
    ['pdf where a picture belongs', files.pdf(), 'application/pdf', { kind: 'image' }],
    ['picture where a pdf belongs', files.png(), 'image/png', { kind: 'pdf' }],
    ['zip that is no document', files.zip({ 'a.txt': 'x' }), 'application/zip'],
    ['docx with macros', files.docxWith('word/vbaProject.bin'), 'application/octet-stream'],
    ['docx with bytes behind', Buffer.concat([files.docx(), html]), 'application/octet-stream'],
    ['zip bomb', files.zipBomb(), 'application/octet-stream'],
    ['compound file, not Word', files.doc().fill(0, 1_024), 'application/msword'],
    ['compound file, cut short', files.doc().subarray(0, 8), 'application/msword'],
    ['compound file of no sector size', files.doc().fill(0xff, 30, 32), 'application/msword'],
    ['text with NUL', Buffer.from('a\0b'), 'text/plain'],
    ['text nobody called text', text, ''],
    ['text called json', text, 'application/json'],
    ['program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), 'application/octet-stream'],
    ['windows program', Buffer.from('MZ\x90\0\x03', 'latin1'), 'image/png'],
  ]
  for (const [what, content, type, asked] of refused) {
    const reply = await upload(content, type, asked)
    t.same([reply.statusCode, reply.json().code], [415, 'UNSUPPORTED_TYPE'], what)
  }
  const empty = await upload(Buffer.alloc(0), 'image/png')
  t.match([empty.statusCode, empty.json()], [400, { error: 'Filen er tom.' }])
})

test('a file may be so large and no larger, by its kind', async (t) => {
  const { upload, DATA_DIR } = await withFiles(t)
  const megabyte = 1024 * 1024
  t.equal(
    (await upload(files.pdf(24 * megabyte), 'application/pdf', { kind: 'pdf' })).statusCode,
    200,
  )
  const over = await upload(files.pdf(25 * megabyte), 'application/pdf', { kind: 'pdf' })
  t.match(
    [over.statusCode, over.json()],
    [413, { code: 'TOO_LARGE', error: 'Filen er for stor: den kan være på høyst 25 MB.' }],
  )
  const padded = Buffer.concat([files.png('x'.repeat(10 * megabyte))])
  t.equal((await upload(padded, 'image/png')).statusCode, 200, 'a drawing may be a larger picture')
  t.equal((await upload(padded, 'image/png', { kind: 'image' })).statusCode, 413)
  t.equal((await upload(files.pdf(50 * megabyte), 'application/pdf')).statusCode, 413)
  t.same(await readdir(join(DATA_DIR, 'incoming')), [])
})

test('ranges, entity tags and names, as browsers ask for them', async (t) => {
  const { upload, get } = await withFiles(t)
  const text = Buffer.from('0123456789')
  const { data } = (
    await upload(text, 'text/plain', { fileName: '..\\..\\Mål "1"\r\nSet-Cookie: x.txt' })
  ).json()
  const whole = await get(data.path)
  t.match(whole.headers, {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="M_l 1Set-Cookie x.txt"; filename*=UTF-8''M%C3%A5l%201Set-Cookie%20x.txt`,
    'content-length': '10',
  })
  const etag = String(whole.headers['etag'])
  t.equal((await get(data.path, { 'if-none-match': etag })).statusCode, 304)
  const head = await get(data.path, {}, 'HEAD')
  t.same([head.statusCode, head.payload, head.headers['content-length']], [200, '', '10'])
  for (const [range, status, body, shown] of [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['bytes=1-2,4-5', 200, '0123456789', undefined],
  ] as const) {
    const reply = await get(data.path, { range })
    t.same(
      [reply.statusCode, reply.payload, reply.headers['content-range']],
      [status, body, shown],
      range,
    )
  }
  const outside = await get(data.path, { range: 'bytes=10-' })
  t.same([outside.statusCode, outside.headers['content-range']], [416, 'bytes */10'])
  t.equal((await get(data.path, { range: 'bytes=2-4', 'if-range': '"old"' })).statusCode, 200)
  for (const path of [
    '..%2f..%2fkeys%2fupload.key',
    'a',
    `${data.name}.json`,
    '../keys/upload.key',
  ])
    t.equal((await get(`/objects/uploads/${path}`)).statusCode, 404, path)
  t.equal((await get('/objects/uploads/%00')).statusCode, 400)
})
