import type { Audit } from '#audit/audit.ts'
import { auditRoutes } from '#audit/routes.ts'
import { createApp, type AppOptions } from '#kernel/app.ts'
import type { App } from '#kernel/types.ts'
import { createListCosts } from './bom/priced-list.ts'
import type { BomProjection } from './bom/projection.ts'
import { createFindModel } from './bom/past/find-model.ts'
import { bomRoutes } from './bom/routes.ts'
import { offerRoutes } from './catalogue/offers.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { changesRoute } from './changes/route.ts'
import { exportRoutes } from './export/routes.ts'
import { auditExportRoute } from './journal/audit-export.ts'
import { journalExport } from './journal/export-route.ts'
import { journalRoutes } from './journal/journal-routes.ts'
import { createQueries, type QueryContext } from './kernel/queries.ts'
import { overviewRoutes } from './overview/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { purchasingRoutes } from './purchasing/routes.ts'
import { numberRoutes } from './search/numbers.ts'
import { searchRoutes } from './search/routes.ts'

export const createProjectorApp = async (
  options: Omit<AppOptions, 'name'>,
  context: QueryContext,
  bom: BomProjection,
  audit: Audit,
): Promise<App> => {
  const app = await createApp({ name: 'projector', ...options })
  await createQueries(app, context, (scope) => {
    const findModel = createFindModel(context, bom)
    const listCosts = createListCosts(findModel, bom)
    catalogueRoutes(scope, context, listCosts)
    exportRoutes(scope, context, listCosts)
    offerRoutes(scope, context.pool)
    priceRoutes(scope, context)
    overviewRoutes(scope, context)
    searchRoutes(scope, context)
    numberRoutes(scope, context)
    journalRoutes(scope, context)
    journalExport(scope, context)
    auditExportRoute(scope, context, audit)
    bomRoutes(scope, context, bom, findModel)
    purchasingRoutes(scope, { ...context, findModel })
    changesRoute(scope, context, bom)
  })
  auditRoutes(app, audit)
  return app
}
