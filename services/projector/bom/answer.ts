import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { isUnchanged, jsonHeaders, sendStream, sendText } from '../kernel/list-answer.ts'
import type { BomModel } from './model.ts'
import type { BomProjection } from './projection.ts'

/** One query about stykklister. */
export type BomQuery = (app: App, answer: Answer) => void

/** Sends what a query makes of the model. */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  make: (model: BomModel) => Iterable<string>,
) => unknown

/** An assembly that exists, or the way out. */
export const existingAssembly = ({ assemblies }: BomModel, id: number): number => {
  if (!assemblies.has(id)) throw refused('NOT_FOUND', 'Sammenstillingen finnes ikke.')
  return id
}

/** Answers from the model, told apart by its position: the same answer until the next event. */
export const answerFrom =
  (version: string, bom: BomProjection): Answer =>
  (request, reply, make) => {
    const tag = `W/"${version.slice(0, 8)}-b${bom.position()}"`
    // Made first, so that an assembly that does not exist is 404 and never 304.
    const texts = make(bom.model())[Symbol.iterator]()
    void reply.headers({ ...jsonHeaders, etag: tag, vary: 'accept-encoding' })
    if (isUnchanged(request, tag)) return reply.code(304).send()
    const first = texts.next()
    const second = texts.next()
    if (second.done) return sendText(request, reply, first.value ?? '')
    return sendStream(request, reply, Readable.from(joined([first.value, second.value], texts)))
  }

function* joined(first: readonly string[], rest: Iterator<string>) {
  yield* first
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

/** Large enough that pieces cost nothing, small enough that others get their turn between them. */
const pieceLength = 256 * 1024

/** Many short texts as few large pieces, for a stream. */
export function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

const linesPerPiece = 1_000

/**
 * A list inside an object: `before` ends with its bracket, `after` begins with it. What the lines are is settled, each
 * is written when its turn comes.
 */
export function* jsonList<Line>(
  before: string,
  lines: readonly Line[],
  shapeOf: (line: Line) => object,
  after: string,
): Generator<string> {
  let piece = before
  for (let at = 0; at < lines.length; at += linesPerPiece) {
    if (at > 0) {
      yield piece
      piece = ','
    }
    const shapes = lines.slice(at, at + linesPerPiece).map((line) => shapeOf(line))
    piece += JSON.stringify(shapes).slice(1, -1)
  }
  yield piece + after
}
