import { generateKeyPairSync, createHash, sign } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type Test } from 'tap'
import { z } from 'zod'
import { localServer } from '#command/objects/testing/local-server.ts'
import { s3Stub } from '#command/objects/testing/s3-stub.ts'
import { environment } from '#kernel/environment.ts'
import { consistencyProof } from '../tree/merkle.ts'
import { auditedStore } from '#infra/eventstore/testing/audited-store.ts'
import { signedCheckpoints } from '../notes/checkpoints.ts'
import { openAuditDatabase } from '../tables.ts'
import { checkDestinations, destinationsEnvironment, openDestinations } from './destinations.ts'

const opened = (given: Record<string, string>) => {
  const env = environment(z.object(destinationsEnvironment), given)
  checkDestinations(env)
  return openDestinations(env)
}

const never = new AbortController().signal
/** Of the witness, among what failed. */
const refusal = {
  errors: [{ message: /^AUDIT_WITNESS_URL/, cause: { message: /did not sign with its key/ } }],
}

const folderFor = (t: Test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-destinations-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A witness that has cosigned the first `known` events. `answering` makes its answer of the cosignature. */
const aWitness = async (
  t: Test,
  known: number,
  answering = (line: string) => line,
  sizeType = 'text/x.tlog.size',
) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  const typed = Buffer.concat([Buffer.of(4), raw])
  const name = 'vitne.example/v1'
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)
  const bodies: string[] = []
  const cosignatureOf = (note: string) => {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(1_700_000_000n)
    const message = `cosignature/v1\ntime 1700000000\n${note.slice(0, note.indexOf('\n\n') + 1)}`
    const signature = Buffer.concat([id, time, sign(null, Buffer.from(message), privateKey)])
    return `— ${name} ${signature.toString('base64')}\n`
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    bodies.push(body)
    if (!body.startsWith(`old ${known}\n`))
      return void response.writeHead(409, { 'content-type': sizeType }).end(`${known}\n`)
    response.end(answering(cosignatureOf(body.slice(body.indexOf('\n\n') + 2))))
  }
  const server = await localServer((request, response) => void answer(request, response))
  t.teardown(() => server.close())
  const key = `${name}+${id.toString('hex')}+${typed.toString('base64')}`
  return { url: server.endpoint, key, name, bodies }
}

test('a checkpoint is published to folder and bucket with the witness signature', async (t) => {
  const folder = folderFor(t)
  const bucket = await s3Stub({ hasObjectLock: true })
  t.teardown(() => bucket.close())
  const witness = await aWitness(t, 200)
  const destinations = opened({
    AUDIT_FOLDER: folder,
    AUDIT_S3_ENDPOINT: bucket.options.S3_ENDPOINT!,
    AUDIT_S3_BUCKET: 'filer',
    AUDIT_S3_ACCESS_KEY_ID: 'key',
    AUDIT_S3_SECRET_ACCESS_KEY: 'secret',
    AUDIT_WITNESS_URL: witness.url,
    AUDIT_WITNESS_KEY: witness.key,
  })
  const { start, errors } = await auditedStore(t, 300)
  const audit = await start({ destinations })
  await audit.current()
  await audit.stop()
  t.same(errors, [])
  t.same(readdirSync(folder), ['checkpoint-000000000300'])
  const note = readFileSync(join(folder, 'checkpoint-000000000300'), 'utf8')
  t.match(note, `— ${witness.name} `)
  t.equal(bucket.objects.get('checkpoints/checkpoint-000000000300')?.body.toString(), note)
})

test('a witness gets the consistency proof from its last checkpoint', async (t) => {
  const witness = await aWitness(t, 200)
  const destinations = opened({ AUDIT_WITNESS_URL: witness.url, AUDIT_WITNESS_KEY: witness.key })
  const { start } = await auditedStore(t, 300)
  const audit = await start()
  const { tiles } = await audit.current()
  const checkpoint = await audit.checkpoint()
  await destinations.put(checkpoint, tiles.nodes, never)
  const proof = await consistencyProof(tiles.nodes, 200, 300)
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
  t.same(witness.bodies, [`old 0\n\n${checkpoint.note}`, `old 200\n${lines}\n${checkpoint.note}`])

  const other = await aWitness(t, 200)
  const foreign = opened({ AUDIT_WITNESS_URL: witness.url, AUDIT_WITNESS_KEY: other.key })
  await t.rejects(foreign.put(checkpoint, tiles.nodes, never), refusal)
})

test('the size that a witness answers may have a media type with parameters', async (t) => {
  const { start } = await auditedStore(t, 300)
  const audit = await start()
  const { tiles } = await audit.current()
  const checkpoint = await audit.checkpoint()
  for (const type of ['text/x.tlog.size; charset=utf-8', 'Text/X.Tlog.Size;charset=UTF-8']) {
    const { url, key, bodies } = await aWitness(t, 200, undefined, type)
    const destinations = opened({ AUDIT_WITNESS_URL: url, AUDIT_WITNESS_KEY: key })
    await destinations.put(checkpoint, tiles.nodes, never)
    t.match(bodies, [/^old 0\n/, /^old 200\n/], type)
  }
})

test('of the answer of a witness only its cosignature is kept', async (t) => {
  const { start } = await auditedStore(t, 3)
  const audit = await start()
  const { tiles } = await audit.current()
  const checkpoint = await audit.checkpoint()
  const kept = async (answering?: (line: string) => string) => {
    const { url, key } = await aWitness(t, 0, answering)
    const destinations = opened({ AUDIT_WITNESS_URL: url, AUDIT_WITNESS_KEY: key })
    const { note } = await destinations.put(checkpoint, tiles.nodes, never)
    return note.slice(checkpoint.note.length)
  }
  const isOneLine = /^— vitne\.example\/v1 [A-Za-z0-9+/]{101,}=*\n$/
  t.match(await kept(), isOneLine)
  t.match(await kept((line) => line.trimEnd()), isOneLine, 'without an end of line')
  t.match(await kept((line) => `Takk!\n${line}Hilsen vitnet\n\n`), isOneLine, 'among others')
  await t.rejects(
    kept(() => ''),
    refusal,
  )
})

test('a destination that fails keeps a checkpoint from no other, and the others get it once', async (t) => {
  const folder = folderFor(t)
  const asked: string[] = []
  const down = await localServer((request, response) => {
    asked.push(request.method!)
    response.writeHead(403).end('x'.repeat(2_000))
  })
  t.teardown(() => down.close())
  const witness = await aWitness(t, 0)
  const destinations = opened({
    AUDIT_FOLDER: folder,
    AUDIT_S3_ENDPOINT: down.endpoint,
    AUDIT_S3_BUCKET: 'filer',
    AUDIT_WITNESS_URL: witness.url,
    AUDIT_WITNESS_KEY: witness.key,
  })
  const silent = opened({
    AUDIT_FOLDER: folder,
    AUDIT_WITNESS_URL: down.endpoint,
    AUDIT_WITNESS_KEY: witness.key,
  })
  const { start } = await auditedStore(t, 3)
  const audit = await start()
  const { tiles } = await audit.current()
  const checkpoint = await audit.checkpoint()
  const file = () => readFileSync(join(folder, 'checkpoint-000000000003'), 'utf8')
  await t.rejects(silent.put(checkpoint, tiles.nodes, never), {
    errors: [{ message: /^AUDIT_WITNESS_URL/, cause: { message: /403/ } }],
  })
  t.equal(file(), checkpoint.note, 'without the witness that is down')
  const cause = { message: /checkpoint-000000000003 answered 403: x{500}$/ }
  const refused = { errors: [{ message: /^AUDIT_S3_ENDPOINT/, cause }] }
  await t.rejects(destinations.put(checkpoint, tiles.nodes, never), refused)
  t.match(file(), `— ${witness.name} `)
  await t.rejects(destinations.put(checkpoint, tiles.nodes, never), refused)
  t.equal(witness.bodies.length, 1)
})

test('a witness that does not answer holds up no stop, and the last checkpoint is signed', async (t) => {
  const reached = Promise.withResolvers<void>()
  const mute = await localServer(() => reached.resolve())
  t.teardown(() => mute.close())
  const { key } = await aWitness(t, 0)
  const destinations = opened({ AUDIT_WITNESS_URL: mute.endpoint, AUDIT_WITNESS_KEY: key })
  const { start, price, url } = await auditedStore(t, 3)
  const audit = await start({ destinations })
  await audit.checkpoint()
  await reached.promise
  await price(2)
  // A service has 15 s to stop: what waits as long as that would never end here.
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => (ms < 15_000 ? timeout(ms) : never)
  t.teardown(() => void (AbortSignal.timeout = timeout))
  await audit.stop()
  const pool = await openAuditDatabase(url)
  t.teardown(() => pool.end())
  t.match((await signedCheckpoints(pool))[0], { size: 5, published: false })
})

test('an invalid setting is refused by name', async (t) => {
  const url = 'https://vitne.example'
  t.throws(() => opened({ AUDIT_FOLDER: 'her' }), /AUDIT_FOLDER: må være hele stien/)
  t.throws(() => opened({ AUDIT_S3_ENDPOINT: 'x' }), /AUDIT_S3_ENDPOINT/)
  t.throws(() => opened({ AUDIT_S3_ENDPOINT: url }), /må også AUDIT_S3_BUCKET være det/)
  t.throws(() => opened({ AUDIT_WITNESS_URL: url }), /må også AUDIT_WITNESS_KEY være det/)
  t.throws(() => opened({ AUDIT_WITNESS_URL: url, AUDIT_WITNESS_KEY: 'k' }), /AUDIT_WITNESS_KEY/)
  const secret = { AUDIT_S3_ENDPOINT: 'https://key:hemmelig@s3.example', AUDIT_S3_BUCKET: 'b' }
  t.throws(() => opened(secret), /AUDIT_S3_ENDPOINT: kan ikke ha brukernavn eller passord i seg$/)
  t.notOk(opened({}).isAny)
})
