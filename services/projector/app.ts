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
import { createQueries, type Reading } from './kernel/queries.ts'
import { overviewRoutes } from './overview/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { purchasingRoutes } from './purchasing/routes.ts'
import { numberRoutes } from './search/numbers.ts'
import { searchRoutes } from './search/routes.ts'

export const createProjectorApp = async (
  options: Omit<AppOptions, 'name'>,
  reading: Reading,
  bom: BomProjection,
  audit: Audit,
): Promise<App> => {
  const app = await createApp({ name: 'projector', ...options })
  await createQueries(app, reading, (scope) => {
    const findModel = createFindModel(reading, bom)
    const listCosts = createListCosts(findModel, bom)
    catalogueRoutes(scope, reading, listCosts)
    exportRoutes(scope, reading, listCosts)
    offerRoutes(scope, reading.pool)
    priceRoutes(scope, reading)
    overviewRoutes(scope, reading)
    searchRoutes(scope, reading)
    numberRoutes(scope, reading)
    journalRoutes(scope, reading)
    journalExport(scope, reading)
    auditExportRoute(scope, reading, audit)
    bomRoutes(scope, reading, bom, findModel)
    purchasingRoutes(scope, { reading, findModel })
    changesRoute(scope, reading, bom)
  })
  auditRoutes(app, audit)
  return app
}
