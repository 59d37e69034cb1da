import type { FastifyRequest } from 'fastify'
import { osloDay } from '#contracts/days.ts'
import { refused } from '#kernel/refused.ts'
import { instantOf } from '../../kernel/as-of.ts'
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
    const instant = instantOf({ user, query })
    if (!instant) return present
    const { asOf, day } = instant
    // Until a day is over, it is all that is recorded.
    const isNow = asOf === undefined || asOf === osloDay()
    const then = isNow ? undefined : await pastModel({ at: asOf, day }, scope)
    if (!then && day === bom.day()) return present
    const { model, position } = then ?? (await pastModel({ at: bom.position(), day }, scope))!
    return () => {
      if (model instanceof PastModel && model.isOutgrown) throw refused('UNAVAILABLE')
      return { model, tag: `b${position}.${day}` }
    }
  }
}
