import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { Entity, EntityName } from '#contracts/entity.ts'
import { StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { createApp } from '#kernel/app.ts'
import { unlimitedDisk, type Disk } from '#kernel/disk.ts'
import { createLocks } from '#kernel/locks.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { createDamageMonitor } from '#kernel/damage-monitor.ts'
import { subjectOf } from '#kernel/privacy/private-log.ts'
import type { Probe } from '#kernel/probe.ts'
import { itemAnswer } from './assembly/answers.ts'
import { assemblies } from './assembly/assembly-decider.ts'
import { removeAssembly, type AssemblyContext } from './assembly/commands.ts'
import { assemblyRoutes } from './assembly/routes.ts'
import { createViews } from './assembly/view.ts'
import { createCatalogueCommands, type Privacy } from './catalogue/commands.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { Commands, ItemDone } from './item/commands.ts'
import { itemTables, noItem } from './item/item-decider.ts'
import { createItemHandler, type ItemHandler } from './item/item-handler.ts'
import { projectIn, projects } from './item/projects-decider.ts'
import type { FileCheck } from './item/references.ts'
import { decider } from './kernel/decider.ts'
import { guardLog } from './kernel/guarded-log.ts'
import type { CommandContext } from './kernel/handle.ts'
import { HttpCommands } from './kernel/http-command.ts'
import { createIds } from './kernel/ids.ts'
import { Repository } from './kernel/repository.ts'
import type { Model } from './model/model.ts'
import { followLog, openModel } from './model/open-model.ts'
import type { Objects } from './objects/open.ts'
import { objectRoutes } from './objects/routes.ts'
import { createSweeper } from './objects/garbage-collection.ts'
import { createPricingCommands, pricingRoutes } from './pricing/routes.ts'
import { completeDeletes, shredLeftovers } from './recovery.ts'
import { StructureWriter } from './structure/writer.ts'

export type ServiceOptions = {
  readonly log: EventLog
  readonly token: string
  /** The keys to what is personal, which `log` seals by them; without it nothing is sealed. */
  readonly keyring?: Keyring
  readonly objects?: Objects
  readonly checkFile?: FileCheck
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

const privacyOf = (keyring: Keyring | undefined, onErased: Erased): Privacy => ({
  renew: async (entity, id) => (await keyring?.renew(subjectOf(entity, id)))?.id ?? '',
  shred: async (entity, id, before) => {
    await keyring?.shred(subjectOf(entity, id), before)
    // Asked for, and not only the end of a record: then other copies go too.
    if (before !== undefined) onErased(entity)
  },
})

const handlersOf = (context: CommandContext & { readonly model: Model }) => {
  const { model } = context
  const handlerFor = (entity: Entity): ItemHandler => {
    if (entity.name === 'projects')
      return createItemHandler(context, entity, {
        decider: projects,
        itemIn: projectIn,
        version: ({ state }, id) => projectIn(state, id).version,
      })
    if (entity.name === 'assemblytypes')
      return createItemHandler(context, entity, {
        decider: assemblies,
        itemIn: (state) => state,
        version: ({ revision }, id) => revision + model.structure.version(Number(id)),
      })
    return createItemHandler(context, entity, {
      decider: decider(itemTables(entity, noItem)),
      itemIn: (state) => state,
      version: ({ revision }) => revision,
    })
  }
  const handlers = new Map(entities.map((entity) => [entity, handlerFor(entity)]))
  return (entity: Entity): ItemHandler => handlers.get(entity)!
}

type CommandOptions = { readonly checkFile: FileCheck; readonly privacy: Privacy }

const createCommands = (assemblyContext: AssemblyContext, options: CommandOptions) => {
  const handlerOf = handlersOf(assemblyContext)
  const catalogue = createCatalogueCommands({ ...assemblyContext, ...options, handlerOf })
  const commands: Commands = {
    ...catalogue,
    ...createPricingCommands(assemblyContext.locks, handlerOf),
    remove: (entity, id, by) =>
      entity.name === assembly.name
        ? removeAssembly(assemblyContext, Number(id), by)
        : catalogue.remove(entity, id, by),
  }
  const viewOf = createViews({
    ...assemblyContext,
    handlerOf,
    record: (of, id) => commands.record(of, id),
  })
  const answerOf = async (entity: Entity, done: ItemDone) => {
    const view = viewOf(done)
    // Before what it is of: a version that is older than the record is refused, never the other way about.
    const version = await view.version(entity, done)
    return { version, data: await itemAnswer(view, entity, done.id, done.state) }
  }
  return { commands, viewOf, answerOf }
}

export const createCommandService = async ({
  log: given,
  token,
  keyring,
  objects,
  checkFile = objects?.checkFile ?? (async () => 'Filen må lastes opp først'),
  disk = unlimitedDisk,
  lookAgain,
  snapshot,
  writes = { failure: () => null },
  restart = () => undefined,
  now = () => new Date(),
  logLevel = 'info',
}: ServiceOptions) => {
  const watched = createDamageMonitor(given)
  const health = () =>
    following.failure() ?? disk.problem() ?? watched.problem() ?? writes.failure()
  const app = await createApp({ name: 'command', token, logLevel, health })
  const log = guardLog(() => following.fault(), disk, watched.log)
  const opened = await openModel(log, snapshot)
  const { model, positions } = opened
  const structure = new StructureWriter({ log, model, positions, now })
  const following = followLog(log, opened, {
    disk,
    logger: app.log,
    restart,
    lookAgain,
  })

  const locks = createLocks()
  const context: AssemblyContext = {
    log,
    model,
    positions,
    now,
    locks,
    structure,
    repository: new Repository(log, model, now),
    withNewId: createIds((name: EntityName) => model.records(name).highest()),
  }
  const onErased = new Set<Erased>()
  const { commands, viewOf, answerOf } = createCommands(context, {
    checkFile,
    privacy: privacyOf(keyring, (entity) => {
      for (const clear of onErased) clear(entity)
    }),
  })

  const mustAccept = () => {
    following.mustFollow()
    const reason = writes.failure()
    if (reason !== null) throw new StoreUnavailable(reason)
  }
  const http = new HttpCommands(positions, mustAccept, await keyring?.secret('requests'))
  catalogueRoutes(app, http, commands, answerOf)
  pricingRoutes(app, http, commands)
  assemblyRoutes(app, http, context, viewOf, answerOf)
  if (objects) await objectRoutes(app, { ...objects, disk, now })
  const sweeper = createSweeper({
    objects,
    locks,
    referred: () => entities.flatMap(({ name }) => [...model.records(name).files()]),
    isReady: () => following.isReady(),
    now,
    logger: app.log,
  })

  const recovered = following.ready
    .then(() =>
      completeDeletes(model, commands, (about) =>
        app.log.error(about, 'a delete could not be completed'),
      ),
    )
    .then(() => keyring && shredLeftovers(model, keyring))
    .catch((error: unknown) => app.log.error(error))

  return {
    app,
    commands,
    model,
    positions,
    locks,
    disk,
    ready: following.ready,
    recovered,
    sweepFiles: sweeper.sweep,
    /** For whoever keeps copies of what records hold: told when personal data of an entity was erased. */
    onErased: (clear: Erased): void => void onErased.add(clear),
    stop: async () => {
      sweeper.stop()
      await app.close()
      await following.stop()
    },
  }
}

export type CommandService = Awaited<ReturnType<typeof createCommandService>>
