import type { App } from '../../kernel/types.ts'
import { assemblyRoutes } from '../assembly/routes.ts'
import type { Reading } from '../kernel/queries.ts'
import { exportRoutes } from './export/route.ts'
import type { BomProjection } from './projection.ts'
import { bomRoutes } from './routes.ts'

/** Every query about assemblies besides the generic ones of the catalogue. */
export const bomQueries =
  (reading: Pick<Reading, 'pool' | 'version'>, bom: BomProjection) =>
  (app: App): void => {
    assemblyRoutes(reading, bom)(app)
    bomRoutes(reading, bom)(app)
    exportRoutes(bom)(app)
  }
