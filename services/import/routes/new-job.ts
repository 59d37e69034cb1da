import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { v5 } from 'uuid'

const namespace = '6e3c1c4e-52f5-4c4d-9d43-6f1c5b0f2a77'

/** The same for a request that is repeated. */
export const idFor = (request: FastifyRequest): string => {
  const key = request.headers['idempotency-key']
  return key ? v5(`${request.user.id} ${String(key)}`, namespace) : randomUUID()
}

/** A job of which nothing is done yet. */
export const freshJob = {
  finishedAt: null,
  state: 'checking',
  stage: 'check',
  rows: 0,
  done: 0,
  error: null,
  headings: null,
  answer: null,
  undo: null,
  position: null,
} as const
