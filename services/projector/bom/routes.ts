import type { App } from '#kernel/types.ts'
import { assemblyRoutes } from './assembly-routes.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { answerFrom } from './answer.ts'
import { exportRoutes } from './export/route.ts'
import { impactRoute } from './impact/impact.ts'
import type { FindModel } from './past/find-model.ts'
import type { BomProjection } from './projection.ts'
import { compareQuery } from './queries/compare.ts'
import { allCostsQuery, costQuery } from './queries/cost.ts'
import { costSharesQuery } from './queries/cost-shares.ts'
import { flatQuery } from './queries/flat.ts'
import { hierarchyQuery } from './queries/hierarchy.ts'
import { treeQuery } from './queries/tree.ts'
import { whereUsedQueries } from './queries/where-used.ts'

export const bomRoutes = (
  app: App,
  context: Pick<QueryContext, 'pool' | 'version'>,
  bom: BomProjection,
  findModel: FindModel,
): void => {
  const answer = answerFrom(context.version, findModel)
  assemblyRoutes(app, context.pool)
  for (const query of [
    flatQuery,
    hierarchyQuery,
    treeQuery,
    allCostsQuery,
    costQuery,
    costSharesQuery,
    compareQuery,
    whereUsedQueries,
  ])
    query(app, answer)
  impactRoute(app, context, bom, findModel)
  exportRoutes(app, findModel)
}
