import { entities } from '#contracts/catalogue/index.ts'
import { newApp, type AppOptions } from '../kernel/app.ts'
import type { App } from '../kernel/types.ts'
import { countRoutes } from './catalogue/counts.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { stateRoutes } from './catalogue/states.ts'
import { valueRoutes } from './catalogue/values.ts'
import { exportRoutes } from './export/routes.ts'
import { queries, type Reading } from './kernel/queries.ts'
import { priceRoutes } from './prices/routes.ts'

/** Every query of the system, over the read tables. */
export const projectorApp = async (
  options: Omit<AppOptions, 'name'>,
  reading: Reading,
  more: readonly ((app: App) => void | Promise<void>)[] = [],
): Promise<App> => {
  const app = await newApp({ name: 'projector', ...options })
  await queries(app, reading, async (scope) => {
    catalogueRoutes(entities, reading)(scope)
    valueRoutes(entities, reading)(scope)
    exportRoutes(entities, { pool: reading.lists })(scope)
    priceRoutes(reading)(scope)
    countRoutes(entities, reading)(scope)
    stateRoutes(entities, reading)(scope)
    for (const routes of more) await routes(scope)
  })
  return app
}
