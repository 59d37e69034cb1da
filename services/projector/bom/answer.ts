import type { FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#kernel/refused.ts'
import { answerWithRoom } from '#kernel/response-backpressure.ts'
import type { App } from '#kernel/types.ts'
import { isUnchanged, jsonHeaders, sendPacked } from '../kernel/list-answer.ts'
import type { BomModel } from './model.ts'
import type { BomProjection } from './projection.ts'

export type BomQuery = (app: App, answer: Answer) => void

export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  make: (model: BomModel) => object,
) => unknown

/** An assembly that exists, or the way out. */
export const existingAssembly = ({ assemblies }: BomModel, id: number): number => {
  if (!assemblies.has(id)) throw refused('NOT_FOUND', 'Sammenstillingen finnes ikke.')
  return id
}

/** Answers from the model, told apart by its position: the same answer until the next event. */
export const answerFrom =
  (version: string, bom: BomProjection): Answer =>
  (request, reply, make) =>
    answerWithRoom(() => {
      const tag = `W/"${version.slice(0, 8)}-b${bom.position()}"`
      // Made first, so that an assembly that does not exist is 404 and never 304.
      const data = make(bom.model())
      void reply.headers({ ...jsonHeaders, etag: tag })
      if (isUnchanged(request, tag)) return reply.header('vary', 'accept-encoding').code(304).send()
      return sendPacked(request, reply, JSON.stringify(data))
    })
