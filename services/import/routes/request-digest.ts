import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Job } from '../store/job-repository.ts'

export type Requested = {
  readonly job: Pick<Job, 'fileName' | 'options' | 'choices' | 'reason' | 'bulk'>
  readonly isDryRun: boolean
}

/** Of what a request asks for and the bytes of its file. */
export const requestDigest = async (path: string, asked: Requested): Promise<string> => {
  const { options, choices, reason, bulk } = asked.job
  const hash = createHash('sha256')
  hash.update(JSON.stringify({ options, choices, reason, bulk, isDryRun: asked.isDryRun }))
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
