import { randomBytes } from 'node:crypto'
import { entities } from '#contracts/catalogue/index.ts'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { createApp } from '#kernel/app.ts'
import { createDamageMonitor } from '#kernel/damage-monitor.ts'
import { unlimitedDisk, type Disk } from '#kernel/disk.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import type { Probe } from '#kernel/probe.ts'
import { lineCheckRoute } from './assembly/line-routes.ts'
import { pendingLinesInMemory, type PendingLinesTable } from './assembly/pending-lines.ts'
import { assemblyRoutes } from './assembly/routes.ts'
import { offerRoutes } from './catalogue/offer-routes.ts'
import { pricingRoutes } from './catalogue/pricing-routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createCommands, recover } from './commands.ts'
import type { FileCheck } from './item/references.ts'
import { createCommandRoutes } from './kernel/command-routes.ts'
import { Follower } from './model/follower.ts'
import { openModel } from './model/open-model.ts'
import { createSweeper } from './objects/garbage-collection.ts'
import type { Objects } from './objects/open.ts'
import { objectRoutes } from './objects/routes.ts'

export type ServiceOptions = {
  readonly log: EventLog
  readonly token: string
  /** The keys to what is personal, which `log` seals by them; without it nothing is sealed. */
  readonly keyring?: Keyring
  readonly objects?: Objects
  readonly checkFile?: FileCheck
  readonly pendingLines?: PendingLinesTable
  /** How long it stands before an event that it cannot take, until it looks again. */
  readonly lookAgain?: number
  readonly disk?: Disk
  readonly snapshot?: string
  /** The model holds what is not in the log, or half of an event: only a start anew helps. */
  readonly restart?: () => void
  readonly writes?: Pick<Probe, 'failure'>
  readonly now?: () => Date
  readonly logLevel?: string
}

type Erased = (entity: string) => void

export const createCommandService = async ({
  log: given,
  token,
  keyring,
  objects,
  checkFile = objects?.checkFile ?? (async () => 'Filen må lastes opp først'),
  pendingLines = pendingLinesInMemory(),
  disk = unlimitedDisk,
  lookAgain,
  snapshot,
  writes = { failure: () => null },
  restart = () => undefined,
  now = () => new Date(),
  logLevel = 'info',
}: ServiceOptions) => {
  const watched = createDamageMonitor(given)
  let isWhole = false
  const beginning = () => (isWhole ? null : 'Det som en stans avbrøt, gjøres ferdig.')
  const health = () =>
    following.failure() ?? beginning() ?? disk.problem() ?? watched.problem() ?? writes.failure()
  const answers = () => writes.failure() === null
  const app = await createApp({ name: 'command', token, logLevel, health, answers })
  const { log: logger } = app
  const { log } = watched
  const opened = await openModel(log, snapshot)
  const { model, positions } = opened
  const following: Follower = new Follower({ log, opened, disk, logger, restart, lookAgain })

  const locks = createLocks()
  const clearing = new Set<Erased>()
  const onErased = (entity: string) => {
    for (const clear of clearing) clear(entity)
  }
  const mayAppend = () => following.mayAppend()
  const ending = new AbortController()
  const made = createCommands({
    log,
    mayAppend,
    model,
    positions,
    now,
    locks,
    checkFile,
    keyring,
    onErased,
    pendingLines,
    stopping: ending.signal,
    report: (fault, { by: { commandId } }) =>
      logger.error({ err: fault, commandId }, 'a change of lines is not completed'),
  })
  const { commands, assemblyContext, viewOf, answerOf } = made

  const mustAccept = () => {
    following.mustFollow()
    const reason = beginning() ?? writes.failure()
    if (reason !== null) throw new StoreUnavailable(reason)
  }
  const routes = createCommandRoutes(app, positions, mustAccept, await keyring?.secret('requests'))
  catalogueRoutes(routes, commands, answerOf)
  pricingRoutes(routes, commands, viewOf)
  offerRoutes(routes, commands, { viewOf, answerOf })
  assemblyRoutes(routes, assemblyContext, viewOf, answerOf)
  lineCheckRoute(app, assemblyContext)
  if (objects) {
    const key = (await keyring?.secret('uploads')) ?? randomBytes(32)
    await objectRoutes(app, { ...objects, key, disk, now })
  }
  const referred = () => entities.flatMap(({ name }) => [...model.records(name).files()])
  const isReady = () => following.isReady()
  const sweeper = createSweeper({ objects, locks, referred, isReady, now, logger })

  const ready = following.ready.then(async () => {
    await recover(made, keyring, logger).catch((error: unknown) => logger.error(error))
    isWhole = true
  })
  ready.catch(() => undefined)

  return {
    app,
    commands,
    model,
    positions,
    locks,
    disk,
    ready,
    sweepFiles: sweeper.sweep,
    /** For whoever keeps copies of what records hold: told when personal data of an entity was erased. */
    onErased: (clear: Erased): void => void clearing.add(clear),
    stop: async () => {
      sweeper.stop()
      ending.abort()
      await app.close()
      await following.stop()
    },
  }
}

export type CommandService = Awaited<ReturnType<typeof createCommandService>>
