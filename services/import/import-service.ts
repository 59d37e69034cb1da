import type { DatabasePool } from 'slonik'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import type { Disk } from '#kernel/disk.ts'
import { positionOf } from '#kernel/headers.ts'
import type { App } from '#kernel/types.ts'
import type { Commands } from './commands.ts'
import { createImportJobs } from './jobs/import-jobs.ts'
import type { Streams } from './routes/event-stream.ts'
import { importRoutes } from './routes/index.ts'
import type { TitleOf } from './rows/task.ts'

type Needs = {
  readonly app: App
  readonly commands: Commands
  readonly log: EventLog
  readonly disk: Disk
  readonly pool: DatabasePool
  /** Where uploads are kept. */
  readonly folder: string
  readonly titleOf: TitleOf
  /** Waits until the commands know the log up to there. */
  readonly reach: (position: bigint, patience: number) => unknown
  /** When the commands may be asked. */
  readonly ready: Promise<unknown>
  /** To be told when personal data of an entity was erased. */
  readonly onErased: (clear: (entity: string) => void) => void
  readonly now?: () => Date
}

const patience = 2_000

/**
 * Adds imports to a service, before it listens. What a stop or a crash interrupted goes on as soon as the
 * commands are ready. `stop` comes before the service's own.
 */
export const createImportService = async ({
  app,
  disk,
  reach,
  ready,
  onErased,
  now = () => new Date(),
  ...needs
}: Needs) => {
  let isReady = false
  const streams: Streams = new Set()
  const jobs = createImportJobs({
    ...needs,
    disk,
    now,
    onFault: (error, id) => app.log.error({ err: error, import: id }, 'an import went wrong'),
    onUnreadable: (error, id) =>
      app.log.error({ err: error, import: id }, 'an import that cannot be read was set aside'),
  })
  onErased((entity) => {
    jobs
      .forgetEnded(entity)
      .catch((error: unknown) => app.log.error(error, 'imports still hold what was erased'))
  })
  // Only then are requests taken: they would find what is just being cleared out.
  const resumed = ready
    .then(jobs.resume)
    .catch((error: unknown) => app.log.error(error, 'imports could not be resumed'))
    .finally(() => {
      isReady = true
    })

  await app.register(async (scope) =>
    importRoutes(scope, {
      jobs,
      streams,
      disk,
      now,
      checkReady: () => {
        if (!isReady) throw new StoreUnavailable('Imports have not been resumed yet')
      },
      caughtUp: async (request) => {
        const seen = positionOf(request)
        if (seen !== null) await reach(seen, patience)
      },
    }),
  )
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => streams.forEach((close) => close()))
  return { jobs, resumed, stop: jobs.stop }
}
