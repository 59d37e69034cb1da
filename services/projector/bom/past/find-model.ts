import type { FastifyRequest } from 'fastify'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import { positionAsked } from '../../kernel/as-of.ts'
import type { Reading } from '../../kernel/queries.ts'
import type { BomModel } from '../model.ts'
import type { BomProjection } from '../projection.ts'
import type { Asked } from './extent.ts'
import { mostPutBack, PastModel } from './past-model.ts'
import { createPastModels } from './past-models.ts'

type Found = { readonly model: BomModel; readonly position: Position }

/** The model that a question is asked of. The present moves on, so it is taken when the answer is made. */
export type FindModel = (
  request: Pick<FastifyRequest, 'user'>,
  asked: Asked,
) => Promise<() => Found>

export const createFindModel = (
  reading: Pick<Reading, 'pool' | 'projector'>,
  bom: Pick<BomProjection, 'model' | 'position'>,
  /** With more changes since, what was is read for each question alone. */
  most = mostPutBack,
): FindModel => {
  const pastModel = createPastModels(reading, bom, most)
  const present = (): Found => ({ model: bom.model(), position: bom.position() })

  return async ({ user }, { asOf, extent }) => {
    const position = await positionAsked(reading.pool, { user, query: { asOf } })
    if (position === null) return present
    // Nothing has happened since: the present is what was.
    if (position >= bom.position()) return present
    const model = await pastModel(position, extent)
    return () => {
      if (model instanceof PastModel && model.isOutgrown) throw refused('UNAVAILABLE')
      return { model, position }
    }
  }
}
