import { entities } from '#contracts/catalogue/index.ts'
import { assemblyAnswerParts } from './assembly/answer-parts.ts'
import { createBomProjection, type BomProjection } from './bom/projection.ts'
import { answers } from './catalogue/answers.ts'
import { createCatalogueProjection, type Parts } from './catalogue/catalogue.ts'
import type { Projection } from './kernel/projection.ts'
import { pricesProjection } from './prices/prices.ts'

/** What other projections add to the answers of the catalogue. */
const answerParts: Parts = { assemblytypes: assemblyAnswerParts }

export type ReadSide = {
  readonly projections: readonly Projection[]
  readonly bom: BomProjection
}

/** The whole read side, in the order in which a batch passes through it: answers come last. */
export const createReadSide = (): ReadSide => {
  const bom = createBomProjection()
  return {
    bom,
    projections: [
      pricesProjection,
      createCatalogueProjection(entities, answerParts),
      bom,
      answers(entities, answerParts),
    ],
  }
}
