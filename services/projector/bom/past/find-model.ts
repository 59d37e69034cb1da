import type { FastifyRequest } from 'fastify'
import { osloDay } from '#contracts/days.ts'
import { refused } from '#kernel/refused.ts'
import { instantOf } from '../../kernel/as-of.ts'
import type { QueryContext } from '../../kernel/queries.ts'
import type { BomModel } from '../model.ts'
import type { BomProjection } from '../projection.ts'
import type { ModelQuery } from './versions.ts'
import { maxRewound, PastModel } from './past-model.ts'
import { createPastModels } from './past-models.ts'

/** `tag` identifies the model for entity tags. */
type Found = { readonly model: BomModel; readonly tag: string }

/** The present model changes, so it is taken when the answer is made. */
export type FindModel = (
  request: Pick<FastifyRequest, 'user'>,
  query: ModelQuery,
) => Promise<() => Found>

export const createFindModel = (
  context: Pick<QueryContext, 'pool' | 'projector'>,
  bom: Pick<BomProjection, 'model' | 'position' | 'day'>,
  /** With more changes since the instant, each query reads the past it needs. */
  most = maxRewound,
): FindModel => {
  const pastModel = createPastModels(context, bom, most)
  const present = (): Found => ({ model: bom.model(), tag: `b${bom.position()}.${bom.day()}` })

  return async ({ user }, { scope, ...query }) => {
    const instant = instantOf({ user, query })
    if (!instant) return present
    const { asOf, day } = instant
    // Today is the same as now, until the day is over.
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
