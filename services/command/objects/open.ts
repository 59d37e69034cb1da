import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { nameIn, type FileCheck } from '../item/references.ts'
import { FileDamaged } from './damage.ts'
import { createDiskStore } from './disk-store.ts'
import { createReceiver } from './receive.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'
import { fileKinds, inMegabytes } from './types.ts'

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
    return createDiskStore(join(env.DATA_DIR, 'files'), join(env.DATA_DIR, 'files-bin'))
  if (!env.S3_BUCKET) throw new Error('S3_ENDPOINT needs S3_BUCKET')
  return createS3Store({
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    prefix: env.S3_PREFIX,
  })
}

/** A secret of this installation, made once and kept in `{DATA_DIR}/keys`. */
const openKey = async (dataDir: string, name: string): Promise<Buffer> => {
  const folder = join(dataDir, 'keys')
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = await readFile(path)
  if (key.length !== 32) throw new Error(`The key ${path} is damaged`)
  return key
}

const createFileCheck =
  (store: FileStore): FileCheck =>
  async (path, kind) => {
    const { types, names, most } = fileKinds[kind]
    try {
      const file = (await store.find(nameIn(path)))?.file
      if (!file) return 'Filen må lastes opp først'
      if (!types.includes(file.type)) return `Filtypen kan ikke brukes her. Velg ${names}`
      return file.size > most ? `Filen er for stor: høyst ${inMegabytes(most)}` : null
    } catch (error) {
      if (error instanceof FileDamaged) return 'Filen er skadet og må lastes opp på nytt'
      throw error
    }
  }

export const openObjects = async (env: ObjectEnvironment, store = storeFor(env)) => ({
  store,
  receiver: createReceiver(store, join(env.DATA_DIR, 'incoming')),
  key: await openKey(env.DATA_DIR, 'upload.key'),
  checkFile: createFileCheck(store),
})

export type Objects = Awaited<ReturnType<typeof openObjects>>
