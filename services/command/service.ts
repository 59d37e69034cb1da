import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assembly, entities } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { LogCut, StoreUnavailable, type EventLog } from '#contracts/event-log.ts'
import { isRefusal } from '#contracts/refusals.ts'
import { newApp } from '../kernel/app.ts'
import type { Probe } from '../kernel/probe.ts'
import { endlessDisk, type Disk } from '../kernel/disk.ts'
import type { Keyring } from '../kernel/privacy/keyring.ts'
import { subjectOf } from '../kernel/privacy/private-log.ts'
import { assemblies } from './assembly/assembly-decider.ts'
import { itemAnswer } from './assembly/answers.ts'
import { assemblyCommands } from './assembly/commands.ts'
import { assemblyRoutes } from './assembly/routes.ts'
import { catalogueCommands } from './catalogue/commands.ts'
import { rulesOf, type FileCheck, type ReadSide, type Rules } from './catalogue/needs.ts'
import { catalogueRoutes, type AnswerOf } from './catalogue/routes.ts'
import { closedBy } from './kernel/closed-log.ts'
import type { Commands } from './kernel/commands.ts'
import { edge } from './kernel/edge.ts'
import { follow, type Following } from './kernel/follower.ts'
import { handling } from './kernel/handle.ts'
import { newIds } from './kernel/ids.ts'
import { locks } from './kernel/locks.ts'
import { foreignLog, keepMark, marksOf } from './kernel/log-mark.ts'
import { newModel } from './kernel/model.ts'
import { keepSnapshots } from './kernel/keep-snapshots.ts'
import { positions } from './kernel/positions.ts'
import type { Objects } from './objects/open.ts'
import { objectRoutes } from './objects/routes.ts'
import { sweep } from './objects/sweep.ts'
import { readSnapshot } from './kernel/snapshot.ts'
import { views } from './kernel/view.ts'
import { pricingRoutes } from './pricing/routes.ts'
import { structureWriter } from './structure/writer.ts'

export type ServiceOptions = {
  readonly log: EventLog
  readonly token: string
  /** The keys to what is personal, which `log` seals by them; without it nothing is sealed. */
  readonly keyring?: Keyring
  /** Where files are; without it the service has none, and no routes for them. */
  readonly objects?: Objects
  readonly checkFile?: FileCheck
  /** How long it stands before an event that it does not know, until it looks again. */
  readonly lookAgain?: number
  /** Where it writes, and the embedded store too. */
  readonly disk?: Disk
  /** Where the model is kept between runs; without it every start reads the whole log. */
  readonly snapshot?: string
  /** Gives imports many records at once; without it each is read from its own stream. */
  readonly states?: ReadSide['states']
  /** The log was cut: the model holds what is no more, and only a start anew looks which log this is. */
  readonly onCut?: () => void
  /** Whether the log takes appends now; without it that is believed. */
  readonly writes?: Pick<Probe, 'failure'>
  readonly now?: () => Date
  readonly logLevel?: string
}

// Its commands and events are more, its records the same.
const assemblyRules = assemblies as unknown as Rules

const hour = 60 * 60 * 1000

const askAgainAfter = 1_000

/** The event store may come later than this service: why it is away the projector says. */
const onceAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await sleep(askAgainAfter)
    }
}

/** The command service, without the process around it. */
export const commandService = async ({
  log: given,
  token,
  keyring,
  objects,
  checkFile = objects?.check ?? (async () => 'Filen må lastes opp først'),
  disk = endlessDisk,
  lookAgain,
  snapshot,
  states,
  writes = { failure: () => null },
  onCut = () => undefined,
  now = () => new Date(),
  logLevel = 'info',
}: ServiceOptions) => {
  const app = await newApp({
    name: 'command',
    token,
    logLevel,
    health: () => following.failure() ?? disk.problem() ?? writes.failure(),
  })
  const log = closedBy(() => following.fault(), disk, given)
  const marks = snapshot === undefined ? undefined : marksOf(snapshot)
  const foreign = marks === undefined ? null : await onceAnswered(() => foreignLog(log, marks))
  const kept =
    snapshot === undefined || foreign !== null
      ? undefined
      : await onceAnswered(() => readSnapshot(snapshot, log))
  if (foreign !== null) app.log.fatal({ reason: foreign }, 'the event log is not followed')
  const model = kept?.model ?? newModel()
  const progress = positions()
  if (kept) progress.advance(kept.after)
  const structure = structureWriter(log, model, progress, now)
  const snapshots =
    snapshot === undefined
      ? undefined
      : keepSnapshots({
          path: snapshot,
          model,
          settled: structure.settled,
          mayWrite: () => disk.problem() === null,
          onFault: (error) => app.log.warn({ err: error }, 'no snapshot could be written'),
        })
  const mark =
    marks &&
    keepMark(marks.mark, (error) =>
      app.log.warn({ err: error }, 'it could not be kept how far the log was followed'),
    )
  const following: Following = follow(log, model, progress, {
    after: kept?.after ?? null,
    structureSettled: structure.settled,
    ...(lookAgain !== undefined && { again: lookAgain }),
    ...(marks &&
      foreign !== null && { foreign: { reason: foreign, ask: () => foreignLog(log, marks) } }),
    seen: (events) => {
      snapshots?.seen(events)
      mark?.seen(events)
    },
    onFault: (error) => {
      app.log.fatal({ err: error }, 'the model does not follow the log any more')
      if (error instanceof LogCut) onCut()
    },
  })
  const state = {
    model,
    locks: locks(),
    handling: handling(log, model, progress, now),
    withNewId: newIds(model),
  }
  const ofAssemblies = assemblyCommands({ ...state, structure })
  const traces = new Set<(entity: string) => void>()
  const catalogue = catalogueCommands({
    ...state,
    checkFile,
    privacy: {
      renew: async (entity, id) => (await keyring?.renew(subjectOf(entity, id)))?.id ?? '',
      shred: async (entity, id, before) => {
        await keyring?.shred(subjectOf(entity, id), before)
        // Asked for, and not only the end of a record: then other copies go too.
        if (before !== undefined) for (const clear of traces) clear(entity)
      },
    },
    ...(states && {
      readSide: {
        states,
        onAway: (error) =>
          app.log.warn(
            { err: error },
            'the projector gives no records: imports read each by itself',
          ),
      },
    }),
    assemblies: assemblyRules,
  })
  const commands: Commands = {
    ...catalogue,
    remove: (entity, id, by) =>
      entity.name === assembly.name
        ? ofAssemblies.remove(Number(id), by)
        : catalogue.remove(entity, id, by),
  }

  const rules = rulesOf(assemblyRules)
  const viewOf = views({ ...state, log, rules, commands })
  const answerOf: AnswerOf = async (entity, done) => {
    const view = viewOf(done)
    // Before what it is of: a version that is older than the record is refused, never the other way about.
    const version = await view.version(entity, done)
    return { version, data: await itemAnswer(view, entity, done.id, done.state) }
  }
  const mustTake = () => {
    following.mustFollow()
    const reason = writes.failure()
    if (reason !== null) throw new StoreUnavailable(reason)
  }
  const ways = {
    commands,
    edge: edge(progress, mustTake, await keyring?.secret('requests')),
    answerOf,
  }
  catalogueRoutes(app, ways)
  pricingRoutes(app, ways)
  assemblyRoutes(app, {
    ...ways,
    assemblies: ofAssemblies,
    viewOf,
  })

  if (objects) await objectRoutes(app, { ...objects, disk, now })
  const referred = function* () {
    for (const entity of entities)
      if (entity.name !== 'projects') yield* model.records(entity.name).files()
  }
  const sweepFiles = async (): Promise<number> => {
    if (!objects) return 0
    await objects.receiver.clean(new Date(now().getTime() - hour))
    return sweep({ ...objects, locks: state.locks, referred, now })
  }
  const sweeping = setInterval(() => {
    if (!following.isReady()) return
    sweepFiles().then(
      (removed) => removed > 0 && app.log.info({ removed }, 'files that nothing referred to'),
      (error: unknown) => app.log.error(error, 'could not look through the files'),
    )
  }, hour).unref()

  /** Deletes of assemblies that a crash cut in half: out of the structure, but not yet of the catalogue. */
  const completeDeletes = async () => {
    for (const id of model.structure.dissolvedIds()) {
      if (!model.records('assemblytypes').isLive(id)) continue
      const by = { user: 'system', commandId: randomUUID() }
      const outcome = await commands.remove(assembly, id, by)
      if (isRefusal(outcome)) app.log.error({ id, outcome }, 'a delete could not be completed')
    }
  }
  /** Keys of suppliers that were deleted just before a crash. */
  const shredLeftovers = async () => {
    for (const subject of (await keyring?.subjects()) ?? []) {
      const [name, id] = subject.split('/') as [EntityName, string]
      const known = model.records(name)
      const isRemoved = known.revision(Number(id)) >= 0 && !known.isLive(Number(id))
      if (isRemoved) await keyring?.shred(subject)
    }
  }
  const deletesCompleted = following.ready
    .then(completeDeletes)
    .then(shredLeftovers)
    .catch((error: unknown) => app.log.error(error))

  return {
    app,
    commands,
    assemblies: ofAssemblies,
    model,
    progress,
    disk,
    ready: following.ready,
    deletesCompleted,
    sweepFiles,
    /** For whoever keeps copies of what records hold: told when personal data of an entity was erased. */
    onErased: (clear: (entity: string) => void): void => void traces.add(clear),
    stop: async () => {
      clearInterval(sweeping)
      await app.close()
      await following.stop()
      await snapshots?.stop()
      await mark?.stop()
    },
  }
}

export type CommandService = Awaited<ReturnType<typeof commandService>>
