import type { FastifyRequest } from 'fastify'
import { refused } from '#kernel/refused.ts'
import { pointInTimeOf } from '../../kernel/as-of.ts'
import type { Reading } from '../../kernel/queries.ts'
import type { BomModel } from '../model.ts'
import type { BomProjection } from '../projection.ts'
import type { ModelQuery } from './scope.ts'
import { maxRewound, PastModel } from './past-model.ts'
import { createPastModels } from './past-models.ts'

/** With what tells it from all others. */
type Found = { readonly model: BomModel; readonly tag: string }

/** The model that a question is asked of. The present moves on, so it is taken when the answer is made. */
export type FindModel = (
  request: Pick<FastifyRequest, 'user'>,
  asked: ModelQuery,
) => Promise<() => Found>

export const createFindModel = (
  reading: Pick<Reading, 'pool' | 'projector'>,
  bom: Pick<BomProjection, 'model' | 'position' | 'day'>,
  /** With more changes since, what was is read for each question alone. */
  most = maxRewound,
): FindModel => {
  const pastModel = createPastModels(reading, bom, most)
  const present = (): Found => ({ model: bom.model(), tag: `b${bom.position()}.${bom.day()}` })

  return async ({ user }, { scope, ...query }) => {
    const then = await pointInTimeOf(reading.pool, { user, query })
    if (then === null) return present
    const { position, day } = then
    const isNow = position === null || position >= bom.position()
    // Nothing has happened since: the present is what was.
    if (isNow && day === bom.day()) return present
    const place = isNow ? bom.position() : position
    const model = await pastModel({ position: place, day }, scope)
    return () => {
      if (model instanceof PastModel && model.isOutgrown) throw refused('UNAVAILABLE')
      return { model, tag: `b${place}.${day}` }
    }
  }
}
