import { setUpDatabases } from '../postgres/part-databases.ts'
import { startPostgres } from '../postgres/start.ts'
import type { Configuration } from './configuration.ts'
import { confirmFor } from './database.ts'
import { lockData } from '../data-folder/data-lock.ts'
import { openInstallation } from '../installation/installation.ts'
import { runningSystem } from './run-file.ts'

/**
 * The main database for a tool, as its owner and as the gateway: the one given, the one of the running system, or
 * the embedded one started for as long as the tool works.
 */
export const withDatabase = async <T>(
  configuration: Configuration,
  work: (url: string, gatewayUrl: string) => Promise<T>,
): Promise<T> => {
  const { databaseUrl, dataDir } = configuration
  const running = runningSystem(dataDir)
  if (databaseUrl !== undefined) return work(databaseUrl, databaseUrl)
  if (running) return work(running.databaseUrl, running.databases.gateway)
  const unlock = lockData(dataDir)
  try {
    const installation = await openInstallation(configuration)
    const server = await startPostgres({ dataDir })
    try {
      const { main, parts } = await setUpDatabases(server, confirmFor(configuration, installation))
      return await work(main, parts.gateway)
    } finally {
      await server.stop()
    }
  } finally {
    unlock()
  }
}
