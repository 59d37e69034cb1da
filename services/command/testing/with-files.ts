import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import type { Disk } from '#kernel/disk.ts'
import { unlimitedDisk } from '#kernel/testing/full-disk.ts'
import { requestFor, asUser } from '#kernel/testing/requests.ts'
import { caller, startService } from './service.ts'
import { openObjects } from '../objects/open.ts'
import type { S3Environment } from '../objects/s3-client.ts'

const folderOf = async (t: Test) => {
  const folder = await mkdtemp(join(tmpdir(), 'stykkliste-objects-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A command service with a folder for files, and helpers for uploads. */
export const withFiles = async (
  t: Test,
  environment: Partial<S3Environment> = {},
  disk: Disk = unlimitedDisk,
) => {
  const DATA_DIR = await folderOf(t)
  const s3 = { S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const objects = openObjects({ DATA_DIR, ...s3, S3_PREFIX: 'uploads/', ...environment })
  const time = { now: Date.now() }
  const service = await startService({
    log: memoryLog(),
    objects,
    disk,
    now: () => new Date(time.now),
  })
  t.teardown(service.stop)
  await service.ready
  const { app } = service
  const address = async (body?: object) => {
    const reply = await app.inject(requestFor('POST', '/api/objects/upload', body))
    return reply.json().uploadURL as string
  }
  const put = (url: string, payload: Buffer, type?: string, headers = {}) =>
    app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { ...asUser(), ...(type && { 'content-type': type }), ...headers },
    })
  const upload = async (payload: Buffer, type?: string, asked?: object) =>
    put(await address(asked), payload, type)
  const get = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { ...asUser(), ...headers } })
  return { ...service, DATA_DIR, time, objects, address, put, upload, get, call: caller(service) }
}
