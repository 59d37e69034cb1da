import { basename, join } from 'node:path'
import type { FileCheck } from '../item/references.ts'
import { FileDamaged } from './damage.ts'
import { DiskStore } from './disk-store.ts'
import { createReceiver } from './receive.ts'
import type { S3Environment } from './s3-client.ts'
import { S3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'
import { fileKinds, inMegabytes } from './types.ts'

type Environment = S3Environment & { readonly DATA_DIR: string }

export const storeFor = (env: Environment): FileStore =>
  env.S3_ENDPOINT
    ? new S3Store(env)
    : new DiskStore(join(env.DATA_DIR, 'files'), join(env.DATA_DIR, 'files-bin'))

const createFileCheck =
  (store: FileStore): FileCheck =>
  async (path, kind) => {
    const { types, names, most } = fileKinds[kind]
    try {
      const file = (await store.find(basename(path)))?.file
      if (!file) return 'Filen må lastes opp først'
      if (!types.includes(file.type)) return `Filtypen kan ikke brukes her. Velg ${names}`
      return file.size > most ? `Filen er for stor: høyst ${inMegabytes(most)}` : null
    } catch (error) {
      if (error instanceof FileDamaged) return 'Filen er skadet og må lastes opp på nytt'
      throw error
    }
  }

export const openObjects = (env: Environment, store = storeFor(env)) => ({
  store,
  receiver: createReceiver(store, join(env.DATA_DIR, 'incoming')),
  checkFile: createFileCheck(store),
})

export type Objects = ReturnType<typeof openObjects>
