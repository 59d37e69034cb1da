import type { EventLog } from '#contracts/event-log.ts'
import { StoreUnavailable } from '#contracts/event-log.ts'
import type { CommandService } from '#command/service.ts'
import { positionOf } from '../../kernel/headers.ts'
import type { Streams } from './event-stream.ts'
import { importJobs } from './jobs.ts'
import { importRoutes } from './routes.ts'

type Options = {
  readonly log: EventLog
  /** Where files and accounts of imports are kept. */
  readonly folder: string
  readonly now?: () => Date
}

const patience = 2_000

/**
 * Adds imports to the command service, before it listens. What a stop or a crash interrupted goes on as
 * soon as the service is ready. `stop` comes before the service's own.
 */
export const csvImport = async (
  { app, commands, model, progress, disk, ready, onErased }: CommandService,
  { log, folder, now = () => new Date() }: Options,
) => {
  let isReady = false
  const streams: Streams = new Set()
  const jobs = importJobs({
    commands,
    log,
    disk,
    folder,
    now,
    titleOf: (entity, id) => model.records(entity).title(id),
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
        if (seen !== null) await progress.reach(seen, patience)
      },
    }),
  )
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => streams.forEach((close) => close()))
  return { jobs, resumed, stop: jobs.stop }
}
