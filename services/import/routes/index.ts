import multipart from '@fastify/multipart'
import type { App } from '#kernel/types.ts'
import { jobRoutes } from './job-routes.ts'
import { multipartLimits } from './receive-upload.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { templateRoute } from './template-route.ts'
import { uploadRoute } from './upload-route.ts'

/** Imports of spec §7. */
export const importRoutes = async (app: App, needs: RouteDependencies) => {
  await app.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false })
  templateRoute(app)
  await app.register(async (scope) => {
    scope.addHook('onRequest', async () => needs.checkReady())
    jobRoutes(scope, needs)
    uploadRoute(scope, needs)
  })
}
