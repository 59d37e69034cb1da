import type { FastifyRequest } from 'fastify'
import type { Streams } from './event-stream.ts'
import type { ImportJobs } from './jobs.ts'

export type RouteNeeds = {
  readonly jobs: ImportJobs
  readonly streams: Streams
  /** Throws where commands cannot be taken now, and waits for what the caller has seen. */
  readonly ready: (request: FastifyRequest) => Promise<void>
  readonly now: () => Date
}
