import { createBomProjection } from './bom/projection.ts'
import { answersProjection } from './catalogue/answers.ts'
import { catalogueProjection } from './catalogue/catalogue.ts'
import type { Projection } from './kernel/projection.ts'
import { historyProjection } from './history/projection.ts'
import { pricesProjection } from './prices/prices.ts'
import { searchProjection } from './search/projection.ts'

/** The whole read side, in the order in which a batch passes through it: answers come after what they show. */
export const createReadSide = (pairsRemembered?: number) => {
  const bom = createBomProjection(pairsRemembered)
  const projections: Projection[] = [
    pricesProjection,
    catalogueProjection,
    bom,
    answersProjection,
    historyProjection,
    searchProjection,
  ]
  return { bom, projections }
}
