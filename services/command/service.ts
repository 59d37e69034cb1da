import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { createApp } from '#kernel/app.ts'
import { createDamageMonitor } from '#kernel/damage-monitor.ts'
import { unlimitedDisk, type Disk } from '#kernel/disk.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import type { Probe } from '#kernel/probe.ts'
import type { App } from '#kernel/types.ts'
import { lineCheckRoute } from './assembly/line-routes.ts'
import { pendingLinesInMemory, type PendingLinesTable } from './assembly/pending-lines.ts'
import { assemblyRoutes } from './assembly/routes.ts'
import { offerRoutes } from './catalogue/offer-routes.ts'
import { pricingRoutes } from './catalogue/pricing-routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createCommands, recover, type Operations } from './commands.ts'
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

type RouteNeeds = {
  readonly keyring: Keyring | undefined
  readonly objects: Objects | undefined
  readonly disk: Disk
  readonly now: () => Date
  readonly mustAccept: () => void
}

const addRoutes = async (
  app: App,
  { commands, assemblyContext, viewOf, answerOf }: Operations,
  { keyring, objects, disk, now, mustAccept }: RouteNeeds,
): Promise<void> => {
  const secret = await keyring?.secret('requests')
  const routes = createCommandRoutes(app, assemblyContext.positions, mustAccept, secret)
  catalogueRoutes(routes, commands, answerOf)
  pricingRoutes(routes, commands, viewOf)
  offerRoutes(routes, commands, { viewOf, answerOf })
  assemblyRoutes(routes, assemblyContext, viewOf, answerOf)
  lineCheckRoute(app, assemblyContext)
  if (!objects) return
  const key = (await keyring?.secret('uploads')) ?? randomBytes(32)
  await objectRoutes(app, { ...objects, key, disk, now })
}

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
  let isRecovered = false
  const recovering = () => (isRecovered ? null : 'Det som en stans avbrøt, gjøres ferdig.')
  const health = () =>
    following.failure() ?? recovering() ?? disk.problem() ?? watched.problem() ?? writes.failure()
  const answers = () => writes.failure() === null
  const app = await createApp({ name: 'command', token, logLevel, health, answers })
  const { log: logger } = app
  const { log } = watched
  const opened = await openModel(log, snapshot)
  const { model, positions } = opened
  const following: Follower = new Follower({ log, opened, disk, logger, restart, lookAgain })

  const locks = createLocks()
  const erasures = new EventEmitter<{ erased: [entity: string] }>()
  const ending = new AbortController()
  const operations = createCommands({
    log,
    mayAppend: () => following.mayAppend(),
    model,
    positions,
    now,
    locks,
    checkFile,
    keyring,
    onErased: (entity) => void erasures.emit('erased', entity),
    pendingLines,
    stopping: ending.signal,
    report: (fault, { by: { commandId } }) =>
      logger.error({ err: fault, commandId }, 'a change of lines is not completed'),
  })

  const mustAccept = () => {
    following.mustFollow()
    const reason = recovering() ?? writes.failure()
    if (reason !== null) throw new StoreUnavailable(reason)
  }
  await addRoutes(app, operations, { keyring, objects, disk, now, mustAccept })
  const sweeper = createSweeper({ objects, locks, model, following, now, logger })

  const ready = following.ready.then(async () => {
    await recover(operations, keyring, logger).catch((error: unknown) => logger.error(error))
    isRecovered = true
  })
  ready.catch(() => undefined)

  return {
    app,
    commands: operations.commands,
    model,
    positions,
    locks,
    disk,
    ready,
    sweepFiles: sweeper.sweep,
    /** For whoever keeps copies of what records hold: told when personal data of an entity was erased. */
    onErased: (listener: (entity: string) => void): void => void erasures.on('erased', listener),
    stop: async () => {
      sweeper.stop()
      ending.abort()
      await app.close()
      await following.stop()
    },
  }
}

export type CommandService = Awaited<ReturnType<typeof createCommandService>>
