import type { FastifyRequest } from 'fastify'
import type { Disk } from '#kernel/disk.ts'
import type { Streams } from './event-stream.ts'
import type { ImportJobs } from '../jobs/import-jobs.ts'

export type RouteDependencies = {
  readonly jobs: ImportJobs
  readonly streams: Streams
  readonly disk: Disk
  /** Throws as long as what was interrupted has not been resumed. */
  readonly checkReady: () => void
  /** Waits for what the caller has seen. */
  readonly caughtUp: (request: FastifyRequest) => Promise<void>
  readonly now: () => Date
}
