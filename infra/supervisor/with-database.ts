import { startPostgres } from '../postgres/start.ts'
import type { Configuration } from './configuration.ts'
import { lockData } from './data-lock.ts'
import { installationOf } from './installation-of.ts'
import { runningSystem } from './run-file.ts'

/**
 * The main database for a tool: the one given, the one of the running system, or the embedded one started
 * for as long as the tool works.
 */
export const withDatabase = async <T>(
  configuration: Configuration,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const { databaseUrl, dataDir } = configuration
  const running = runningSystem(dataDir)
  const known = databaseUrl ?? running?.databaseUrl
  if (known !== undefined) return work(known)
  const unlock = lockData(dataDir)
  try {
    await installationOf(configuration)
    const server = await startPostgres({ dataDir })
    try {
      return await work(await server.ensureDatabase('stykkliste'))
    } finally {
      await server.stop()
    }
  } finally {
    unlock()
  }
}
