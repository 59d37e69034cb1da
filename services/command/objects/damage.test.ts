import { truncate, readFile, rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type Test } from 'tap'
import { asUser } from '#kernel/testing/requests.ts'
import { damageOf } from './damage.ts'
import type { S3Environment } from './s3-client.ts'
import * as files from './testing/files.ts'
import { s3Stub } from './testing/s3-stub.ts'
import { withFiles } from '../testing/with-files.ts'

const withOne = async (t: Test, environment: Partial<S3Environment> = {}) => {
  const side = await withFiles(t, environment)
  const { path, name } = (await side.upload(files.pdf(200_000), 'application/pdf')).json().data as {
    path: string
    name: string
  }
  const onDisk = join(side.DATA_DIR, 'files', name.slice(0, 2), name.slice(2, 4), name)
  const isRefused = async (what: string) => {
    for (const [headers, method] of [
      [{}, 'GET'],
      [{ range: 'bytes=0-3' }, 'GET'],
      [{}, 'HEAD'],
    ] as const) {
      const reply = await side.get(path, headers, method)
      t.equal(reply.statusCode, 500, `${what}: ${method} ${JSON.stringify(headers)}`)
      t.match(reply.headers, { 'content-type': /^application\/json/ })
      t.notOk(reply.headers['etag'], 'nobody is to keep it')
      if (method === 'GET') t.match(reply.json(), { code: 'DAMAGED', error: /skadet/ })
    }
  }
  return { ...side, path, name, onDisk, isRefused }
}

test('a file that is not as it came is never sent, and is again when it is mended', async (t) => {
  const { get, path, onDisk, isRefused } = await withOne(t)
  const content = await readFile(onDisk)
  const facts = await readFile(`${onDisk}.json`)
  const whole = await get(path)
  t.same([whole.statusCode, whole.rawPayload.equals(content)], [200, true])

  const flipped = Buffer.from(content)
  flipped[100_000]! ^= 1
  await writeFile(onDisk, flipped)
  await isRefused('a bit, after it was sent whole')
  await writeFile(onDisk, content)
  t.equal((await get(path)).statusCode, 200)
  await truncate(onDisk, 100)
  await isRefused('cut')
  await writeFile(onDisk, Buffer.concat([content, Buffer.from('x')]))
  await isRefused('longer')
  await writeFile(onDisk, content)

  for (const garbage of [
    '',
    '{"name":',
    '{}',
    'null',
    facts.toString().replace(/.(?=","type)/, 'x'),
  ]) {
    await writeFile(`${onDisk}.json`, garbage)
    await isRefused(`facts are ${garbage}`)
  }
  await writeFile(`${onDisk}.json`, facts)
  t.ok((await get(path)).rawPayload.equals(content))
  await rename(onDisk, `${onDisk}.away`)
  t.equal((await get(path)).statusCode, 404)
})

test('a file that ends early while it is sent breaks the answer off', async (t) => {
  const { app, get, path, objects } = await withOne(t)
  t.equal((await get(path)).statusCode, 200)
  Object.assign(objects.store, { read: async () => Readable.from([Buffer.alloc(100)]) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const reply = fetch(`http://127.0.0.1:${port}${path}`, { headers: asUser() })
  await t.rejects(reply.then((answer) => answer.arrayBuffer()))
})

test('a record cannot name a file of which nothing is known any more', async (t) => {
  const { call, path, onDisk } = await withOne(t)
  await writeFile(`${onDisk}.json`, 'x')
  const { body } = await call('POST', '/api/componenttypes', { description: 'x', dataSheet: path })
  t.match(body, {
    code: 'VALIDATION',
    details: [{ path: 'dataSheet', message: 'Filen er skadet og må lastes opp på nytt' }],
  })
})

test('nor is a damaged file sent from an S3-compatible store', async (t) => {
  const stub = await s3Stub()
  t.teardown(stub.close)
  const { get, path, isRefused, objects, name } = await withOne(t, stub.options)
  t.equal((await get(path)).statusCode, 200)
  const [stored] = [...stub.objects.values()]
  const whole = stored!.body
  stored!.body = Buffer.from(whole)
  stored!.body[5]! ^= 1
  await isRefused('a bit')
  stored!.body = whole.subarray(0, 99)
  await isRefused('cut')
  t.equal(await damageOf(objects.store, (await objects.store.find(name))!), 'size')
  stored!.body = whole
  t.equal((await get(path)).statusCode, 200)
  t.ok((await buffer(await objects.store.read(name))).equals(whole))
  stored!.info = { 'x-amz-meta-info-0': 'e30' }
  await isRefused('facts')
})
