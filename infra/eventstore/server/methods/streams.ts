import type { Engine } from '../log/engine.ts'
import { append } from './append.ts'
import { batchAppend } from './batch-append.ts'
import { deleteStream, tombstoneStream } from './delete.ts'
import { read } from './read.ts'

export const streamsMethods = (engine: Engine) => ({
  Append: append(engine),
  BatchAppend: batchAppend(engine),
  Read: read(engine),
  Delete: deleteStream(engine),
  Tombstone: tombstoneStream(engine),
})

export type StreamsMethods = ReturnType<typeof streamsMethods>
