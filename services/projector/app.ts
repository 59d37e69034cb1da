import { createApp, type AppOptions } from '#kernel/app.ts'
import type { App } from '#kernel/types.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { createQueries, type Reading } from './kernel/queries.ts'
import { priceRoutes } from './prices/routes.ts'

export const createProjectorApp = async (
  options: Omit<AppOptions, 'name'>,
  reading: Reading,
  more: readonly ((app: App) => void | Promise<void>)[] = [],
): Promise<App> => {
  const app = await createApp({ name: 'projector', ...options })
  await createQueries(app, reading, async (scope) => {
    catalogueRoutes(scope, reading)
    exportRoutes(scope, reading)
    priceRoutes(scope, reading)
    for (const routes of more) await routes(scope)
  })
  return app
}
