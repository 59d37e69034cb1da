import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { refused } from '../../kernel/refused.ts'
import { isUnchanged, sendStream, sendText } from '../catalogue/list-answer.ts'
import { inChunks } from './chunks.ts'
import type { BomModel } from './model.ts'
import type { BomProjection } from './projection.ts'

export const kindsOfLink = Object.keys(linkKinds) as readonly LinkKind[]

/** The dense number of an assembly that exists; else the way out. */
export const assemblyNode = (model: BomModel, id: number): number => {
  const node = model.graph.assemblies.of(id)
  if (node < 0 || !model.hasAssembly(node))
    throw refused('NOT_FOUND', 'Sammenstillingen finnes ikke.')
  return node
}

const type = 'application/json; charset=utf-8'

/** Answers from the model, told apart by its position: the same answer until the next event. */
export const answering =
  (version: string, bom: BomProjection) =>
  (request: FastifyRequest, reply: FastifyReply, make: (model: BomModel) => Iterable<string>) => {
    const tag = `W/"${version.slice(0, 8)}-b${bom.position()}"`
    // Made first, so that an assembly that does not exist is 404 and never 304.
    const texts = make(bom.model())
    void reply.headers({
      etag: tag,
      vary: 'accept-encoding',
      'cache-control': 'private, no-cache',
      'content-type': type,
    })
    if (isUnchanged(request, tag)) return reply.code(304).send()
    const chunks = inChunks(texts)
    const first: Buffer[] = []
    // In one piece where it is small: a stream costs a turn of the event loop per piece.
    while (first.length < piecesAtOnce) {
      const next = chunks.next()
      if (next.done) return sendText(request, reply, Buffer.concat(first))
      first.push(next.value)
    }
    return sendStream(request, reply, Readable.from(joined(first, chunks)))
  }

/** 16, 64, 256 and 1,024 kB, and the next by which one sees that these were all. */
const piecesAtOnce = 5

function* joined(first: readonly Buffer[], rest: Iterable<Buffer>) {
  yield* first
  yield* rest
}

export const ifFound = <T>(value: T | null): T => {
  if (value === null) throw refused('NOT_FOUND')
  return value
}
