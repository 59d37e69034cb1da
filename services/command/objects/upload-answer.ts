import { z } from 'zod'
import type { Disk } from '#kernel/disk.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { Receiver } from './receive.ts'
import type { FileStore, StoredFile } from './store.ts'
import { mimeOf } from './types.ts'

export const storedSchema = successSchema(
  z.object({
    path: z.string(),
    name: z.string(),
    fileName: z.string().nullable(),
    contentType: z.string(),
    size: z.int(),
  }),
).extend({ objectPath: z.string() })

export const pathOf = (name: string): string => `/objects/uploads/${name}`

export const uploadAnswer = ({ name, fileName, type, size }: StoredFile) => ({
  success: true as const,
  objectPath: pathOf(name),
  data: { path: pathOf(name), name, fileName, contentType: mimeOf(type), size },
})

export type Uploads = {
  readonly store: FileStore
  readonly receiver: Receiver
  readonly key: Buffer
  readonly disk: Disk
  readonly now: () => Date
}
