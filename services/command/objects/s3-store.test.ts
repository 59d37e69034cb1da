import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type Test } from 'tap'
import { z } from 'zod'
import { parseListing, s3Environment, type S3Environment } from './s3-client.ts'
import { S3Store } from './s3-store.ts'
import type { FileStore, StoredFile } from './store.ts'
import { localServer } from './testing/local-server.ts'
import { s3Given, s3Stub } from './testing/s3-stub.ts'

const aFile = (content: Buffer, over: Partial<StoredFile> = {}): StoredFile => ({
  name: randomUUID(),
  type: 'pdf',
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  fileName: 'Målskisse – øverste bånd.pdf',
  uploadedBy: 'kari',
  uploadedAt: '2026-11-21T10:00:00.000Z',
  ...over,
})

const firstOf = (store: FileStore) => store.list()[Symbol.asyncIterator]().next()

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** All that the store is asked for, against whichever server it is. */
const works = async (t: Test, options: S3Environment) => {
  const folder = await mkdtemp(join(tmpdir(), 'stykkliste-s3-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  // With all that an address could stumble over, and of its own for each run.
  const prefix = `prøve & 'få' +1%/${randomUUID()}/`
  const store: FileStore = new S3Store({ ...options, S3_PREFIX: prefix }, { pageSize: 2 })
  const content = randomBytes(300_000)
  const keep = async (file: StoredFile, bytes = content) => {
    const path = join(folder, file.name)
    await writeFile(path, bytes)
    await store.keep(file, path)
    t.notOk(await exists(path), 'taken over')
    return file
  }
  const listed = async () => {
    const names: string[] = []
    for await (const { name, storedAt } of store.list()) {
      t.ok(Math.abs(storedAt.getTime() - Date.now()) < 10 * 60_000, 'stored just now')
      names.push(name)
    }
    return names.toSorted()
  }

  t.same(await listed(), [])
  const longest = { fileName: 'å'.repeat(120), uploadedBy: 'ø'.repeat(200) }
  const files = [await keep(aFile(content)), await keep(aFile(content, longest))]
  for (let i = 0; i < 3; i++) files.push(await keep(aFile(content)))
  for (const file of files)
    t.match(await store.find(file.name), { file, size: content.length, version: /./ })
  t.same(await listed(), files.map(({ name }) => name).toSorted(), 'all pages of the listing')

  const { name } = files[0]!
  t.ok((await buffer(await store.read(name))).equals(content))
  const range = { first: 100_000, last: 200_000 }
  t.ok((await buffer(await store.read(name, range))).equals(content.subarray(100_000, 200_001)))
  const last = { first: content.length - 1, last: content.length - 1 }
  t.ok((await buffer(await store.read(name, last))).equals(content.subarray(-1)))

  t.equal(await store.find(randomUUID()), null)
  await store.discard(randomUUID(), new Date())
  for (const file of files) await store.discard(file.name, new Date())
  t.equal(await store.find(name), null)
  t.same(await listed(), [])
  t.equal(await store.emptyBin(new Date(Date.now() - 60 * 60_000)), 0)
  t.equal(await store.emptyBin(new Date(Date.now() + 60 * 60_000)), files.length)
  t.equal(await store.emptyBin(new Date(Date.now() + 60 * 60_000)), 0)
  await t.rejects(store.read(name), { name: 'FileStoreUnavailable', message: /404/ })

  const stranger = new S3Store({ ...options, S3_ACCESS_KEY_ID: 'nobody' })
  await t.rejects(stranger.find(name), { name: 'FileStoreUnavailable', message: /403/ })
  const elsewhere = new S3Store({ ...options, S3_BUCKET: 'no-such-bucket-of-ours' })
  await t.rejects(firstOf(elsewhere), { message: /NoSuchBucket/ })
}

test('files in an S3-compatible store: a stub of ours', async (t) => {
  const stub = await s3Stub()
  t.teardown(stub.close)
  await works(t, stub.options)
})

test(
  'files in an S3-compatible store: the server at S3_TEST_URL',
  { skip: !s3Given && 'no S3_TEST_URL is set' },
  async (t) => {
    await works(t, s3Given!)
    const wrong = new S3Store({ ...s3Given!, S3_SECRET_ACCESS_KEY: 'wrong' })
    await t.rejects(firstOf(wrong), { message: /403.*SignatureDoesNotMatch/s })
  },
)

test('names in a listing are read whatever way the server escapes them', async (t) => {
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-21T10:00:00.000Z</LastModified></Contents>`
  const page = `<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken>`
  const { objects, next } = parseListing(
    `<ListBucketResult>${['a&apos;&lt;b', 'a&#39;&#x3C;b', 'æ&amp;lt;', 'x&odd;'].map(entry).join('')}${page}</ListBucketResult>`,
  )
  t.same(
    objects.map(({ Key }) => Key),
    ["a'<b", "a'<b", 'æ&lt;', 'x&odd;'],
  )
  t.equal(next, 'a&b')
})

const serving = async (t: Test, timeout: number, answer: RequestListener) => {
  const { endpoint, close } = await localServer(answer)
  t.teardown(close)
  const env = z.object(s3Environment).parse({ S3_ENDPOINT: endpoint, S3_BUCKET: 'b' })
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  return new S3Store({ ...env, ...keys }, { timeout })
}

test('a download may take longer than the wait for its beginning', async (t) => {
  let finish = (): unknown => undefined
  // Long enough for a busy machine to begin its answer.
  const timeout = 2_000
  const store = await serving(t, timeout, (_request, response) => {
    response.write('begin')
    finish = () => response.end(' end')
  })
  const file: Readable = await store.read(randomUUID())
  await sleep(timeout + 100)
  finish()
  t.equal(await text(file), 'begin end')
})

test('a store that does not answer, or is not there, is unavailable', async (t) => {
  const mute = await serving(t, 50, () => undefined)
  const away = { name: 'FileStoreUnavailable', statusCode: 503 }
  await t.rejects(mute.find(randomUUID()), away)
  const stub = await s3Stub()
  await stub.close()
  await t.rejects(new S3Store(stub.options).find(randomUUID()), away)
})
