import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { createApp } from '#kernel/app.ts'
import { createDamageMonitor } from '#kernel/damage-monitor.ts'
import type { Disk } from '#kernel/disk.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { Positions } from '#kernel/positions.ts'
import type { Probe } from '#kernel/probe.ts'
import type { App } from '#kernel/types.ts'
import { answerOf } from './assembly/answers.ts'
import { lineCheckRoute } from './assembly/line-routes.ts'
import type { PendingLinesTable } from './assembly/pending-lines.ts'
import { assemblyRoutes } from './assembly/routes.ts'
import { viewOf } from './assembly/view.ts'
import { offerRoutes } from './catalogue/offer-routes.ts'
import { pricingRoutes } from './catalogue/pricing-routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { createOperations, recover, type Operations } from './commands.ts'
import type { Answers } from './item/answer.ts'
import type { FileCheck } from './item/references.ts'
import { CommandRoutes } from './kernel/command-routes.ts'
import { Follower } from './model/follower.ts'
import { Model } from './model/model.ts'
import { createSweeper } from './objects/garbage-collection.ts'
import type { Objects } from './objects/open.ts'
import { objectRoutes } from './objects/routes.ts'

export type ServiceOptions = {
  readonly log: EventLog
  readonly token: string
  /** Keys with which `log` seals personal data. Without it nothing is sealed. */
  readonly keyring?: Keyring
  readonly objects?: Objects
  readonly checkFile?: FileCheck
  readonly pendingLines: PendingLinesTable
  /** Milliseconds before it retries an event that it cannot apply. */
  readonly lookAgain?: number
  readonly disk: Disk
  readonly snapshot?: string
  /** Called if the model may be wrong, so that only a restart helps. */
  readonly restart: () => void
  readonly writes: Pick<Probe, 'failure'>
  readonly now?: () => Date
  readonly logLevel: string
}

type Routed = Operations & { readonly objects: Objects | undefined; readonly disk: Disk }

const addRoutes = async (
  app: App,
  { commands, context, objects, disk }: Routed,
  mustAccept: () => void,
): Promise<void> => {
  const { keyring, positions, now } = context
  const secret = await keyring?.secret('requests')
  const routes = new CommandRoutes(app, positions, mustAccept, secret)
  const answers: Answers = {
    viewOf: (done) => viewOf(context, done),
    answerOf: (entity, done) => answerOf(context, entity, done),
  }
  catalogueRoutes(routes, commands, answers)
  pricingRoutes(routes, commands, answers)
  offerRoutes(routes, commands, answers)
  assemblyRoutes(routes, context)
  lineCheckRoute(app, context)
  if (!objects) return
  const key = (await keyring?.secret('uploads')) ?? randomBytes(32)
  await objectRoutes(app, { ...objects, key, disk, now })
}

/** Completes what the last stop interrupted, and reports if that failed. */
const startRecovery = (operations: Operations, { ready }: Follower, logger: App['log']) => {
  let isRecovered = false
  const recovered = ready.then(async () => {
    await recover(operations, logger).catch((error: unknown) => logger.error(error))
    isRecovered = true
  })
  recovered.catch(() => undefined)
  const problem = () => (isRecovered ? null : 'Det som en stans avbrøt, gjøres ferdig.')
  return { ready: recovered, problem }
}

export const createCommandService = async (options: ServiceOptions) => {
  const { log: given, token, keyring, objects, pendingLines, disk, writes, restart } = options
  const { checkFile = objects?.checkFile ?? (async () => 'Filen må lastes opp først') } = options
  const { lookAgain = 30_000, now = () => new Date(), logLevel } = options
  const watched = createDamageMonitor(given)
  const health = () =>
    following.failure() ??
    recovery.problem() ??
    disk.problem() ??
    watched.problem() ??
    writes.failure()
  const answers = () => writes.failure() === null
  const app = await createApp({ name: 'command', token, logLevel, health, answers })
  const { log: logger } = app
  const { log } = watched
  const [model, positions] = [new Model(), new Positions()]
  const followed = { log, model, positions, snapshot: options.snapshot }
  const following: Follower = new Follower({ ...followed, disk, logger, restart, lookAgain })

  const locks = createLocks()
  const erasures = new EventEmitter<{ erased: [entity: string] }>()
  const ending = new AbortController()
  const operations = createOperations({
    log,
    mayAppend: () => following.mayAppend(),
    model,
    positions,
    now,
    locks,
    checkFile,
    keyring,
    pendingLines,
    onErased: (entity) => void erasures.emit('erased', entity),
    stopping: ending.signal,
    report: (fault, { by: { commandId } }) =>
      logger.error({ err: fault, commandId }, 'a change of lines is not completed'),
  })
  const recovery = startRecovery(operations, following, logger)

  const mustAccept = () => {
    following.mustFollow()
    const reason = recovery.problem() ?? writes.failure()
    if (reason !== null) throw new StoreUnavailable(reason)
  }
  await addRoutes(app, { ...operations, objects, disk }, mustAccept)
  const sweeper = createSweeper({ objects, locks, model, following, now, logger })
  return {
    app,
    commands: operations.commands,
    model,
    positions,
    locks,
    disk,
    ready: recovery.ready,
    sweepFiles: sweeper.sweep,
    /** Registers a listener for erased personal data, for those that keep copies. */
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
