import { join } from 'node:path'
import { z } from 'zod'
import { fileCheck } from './check.ts'
import { diskStore } from './disk-store.ts'
import { keptKey } from './key.ts'
import { receiver } from './receive.ts'
import { s3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** With S3_ENDPOINT and S3_BUCKET files go to an S3-compatible store, without to `{DATA_DIR}/files`. */
export const objectEnvironment = {
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  S3_PREFIX: z.string().default('uploads/'),
}
const whole = z.object({ ...objectEnvironment, DATA_DIR: z.string() })
type ObjectEnvironment = z.output<typeof whole>

export const storeFor = (env: ObjectEnvironment): FileStore => {
  if (!env.S3_ENDPOINT)
    return diskStore(join(env.DATA_DIR, 'files'), join(env.DATA_DIR, 'files-bin'))
  if (!env.S3_BUCKET) throw new Error('S3_ENDPOINT needs S3_BUCKET')
  return s3Store({
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    prefix: env.S3_PREFIX,
  })
}

/** Everything that has to do with files. What arrives lies in `{DATA_DIR}/incoming` until it is looked at. */
export const openObjects = async (env: ObjectEnvironment, store = storeFor(env)) => ({
  store,
  receiver: receiver(store, join(env.DATA_DIR, 'incoming')),
  key: await keptKey(env.DATA_DIR, 'upload.key'),
  ...fileCheck(store),
})

export type Objects = Awaited<ReturnType<typeof openObjects>>
