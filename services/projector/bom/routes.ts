import type { App } from '#kernel/types.ts'
import { assemblyRoutes } from './assembly-routes.ts'
import type { Reading } from '../kernel/queries.ts'
import { answerFrom } from './answer.ts'
import { exportRoutes } from './export/route.ts'
import { createFindModel } from './past/find-model.ts'
import type { BomProjection } from './projection.ts'
import { compareQuery } from './queries/compare.ts'
import { allCostsQuery, costQuery } from './queries/cost.ts'
import { flatQuery } from './queries/flat.ts'
import { hierarchyQuery } from './queries/hierarchy.ts'
import { treeQuery } from './queries/tree.ts'
import { whereUsedQueries } from './queries/where-used.ts'

export const bomRoutes = (
  app: App,
  { pool, version }: Pick<Reading, 'pool' | 'version'>,
  bom: BomProjection,
): void => {
  const findModel = createFindModel(pool, bom)
  const answer = answerFrom(version, findModel)
  assemblyRoutes(app, pool, bom)
  for (const query of [
    flatQuery,
    hierarchyQuery,
    treeQuery,
    allCostsQuery,
    costQuery,
    compareQuery,
    whereUsedQueries,
  ])
    query(app, answer)
  exportRoutes(app, findModel)
}
