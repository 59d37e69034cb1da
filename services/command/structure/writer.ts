import { v5 } from 'uuid'
import type { StructureEvent } from '#contracts/assembly/events.ts'
import type { EventLog, NewEvent, RecordedEvent } from '#contracts/event-log.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { structureStream } from '#contracts/streams.ts'
import type { By, Done } from '#command/kernel/context.ts'
import { metadataOf } from '#command/kernel/handle.ts'
import type { Model } from '#command/kernel/model.ts'
import type { positions } from '#command/kernel/positions.ts'
import type { KeptLink } from './graph.ts'
import { applyForNow, parentsIn } from './apply.ts'
import { decideStructure, type StructureCommand } from './structure-decider.ts'

/** The link as the command left it; null where it left none. */
export type Restructured = Done<KeptLink | null>
type Outcome = Restructured | Refusal
type Job = {
  readonly by: By
  readonly command: StructureCommand
  readonly settle: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
}

const attempts = 20
/** One append holds at most this many commands, and this many characters: stores cap an append at 1 MiB. */
const most = { jobs: 500, characters: 400_000 }

/**
 * The one that writes `bom-structure` in this process. Commands that come while an append is under way
 * wait, are decided one after the other on what the ones before them lead to, and go out in one append:
 * circles stay impossible, and 64 writers do not wait for 64 disk flushes.
 */
export const structureWriter = (
  log: EventLog,
  model: Model,
  progress: ReturnType<typeof positions>,
  now: () => Date,
) => {
  const graph = model.structure
  let queue: Job[] = []
  let running = false
  let underWay: PromiseWithResolvers<void> | null = null

  const nameOf = (id: number) => model.records('assemblytypes').title(id) ?? `sammenstilling ${id}`

  const take = (): Job[] => {
    let characters = 0
    let count = 0
    for (const { command } of queue) {
      if (count === most.jobs || characters > most.characters) break
      characters += JSON.stringify(command.data).length + 300
      count++
    }
    return queue.splice(0, count)
  }

  const catchUp = async (): Promise<boolean> => {
    const tail = await log.read(structureStream, BigInt(model.revisionOf(structureStream) + 1))
    const last = tail.at(-1)
    // In the log's order: a link may name a clone that only the log, not the structure, tells of.
    return last === undefined || progress.reach(last.position, 5_000)
  }

  type Planned = { readonly count: number; readonly link: KeptLink | null }
  type Plan = {
    events: NewEvent[]
    /** Of each event: the assemblies whose subassemblies it changes. */
    parents: (readonly number[])[]
    outcomes: (Refusal | Planned)[]
    undo: (() => void)[]
  }
  const linkOf = ({ data }: StructureCommand): KeptLink | null =>
    'childId' in data ? (graph.get(data.parentId, data.childId) ?? null) : null

  const plan = (jobs: readonly Job[], at: string): Plan => {
    const planned: Plan = { events: [], parents: [], outcomes: [], undo: [] }
    for (const { by, command } of jobs) {
      const decision = decideStructure(graph, command, nameOf)
      if (isRefusal(decision)) {
        planned.outcomes.push(decision)
        continue
      }
      for (const [i, { type, data }] of decision.entries()) {
        const event = { type, data } as StructureEvent
        planned.parents.push(parentsIn(graph, event))
        planned.undo.push(applyForNow(graph, event, at))
        const id = v5(`structure-${i}`, by.commandId)
        planned.events.push({ id, type, data, metadata: metadataOf(by, at) })
      }
      planned.outcomes.push({ count: decision.length, link: linkOf(command) })
    }
    return planned
  }

  const deliver = (
    jobs: readonly Job[],
    outcomes: Plan['outcomes'],
    first: bigint,
    position: bigint | null,
  ) => {
    let revision = first - 1n
    for (const [i, job] of jobs.entries()) {
      const outcome = outcomes[i]!
      if (isRefusal(outcome)) job.settle(outcome)
      else {
        const { count, link } = outcome
        revision += BigInt(count)
        job.settle({ state: link, revision, position, changed: count > 0 })
      }
    }
  }

  const write = async (jobs: readonly Job[]): Promise<void> => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const at = now().toISOString()
      const known = BigInt(model.revisionOf(structureStream))
      const { events, parents, outcomes, undo } = plan(jobs, at)
      if (events.length === 0) return deliver(jobs, outcomes, known + 1n, progress.reached())
      underWay = Promise.withResolvers()
      let isWritten = false
      try {
        const answer = await log.append(structureStream, events, known < 0n ? 'none' : known)
        isWritten = answer.appended
        if (answer.appended) {
          const written = events.map((event, i): RecordedEvent => ({
            ...event,
            stream: structureStream,
            revision: known + 1n + BigInt(i),
            position: answer.position,
            writtenAt: at,
          }))
          model.sawStructure(written, parents)
          progress.noteOwn(answer.position)
          return deliver(jobs, outcomes, known + 1n, answer.position)
        }
      } finally {
        if (!isWritten) for (const takeBack of undo.toReversed()) takeBack()
        underWay.resolve()
        underWay = null
      }
      if (!(await catchUp())) break
    }
    for (const job of jobs) job.settle(refuse('UNAVAILABLE'))
  }

  const run = async () => {
    running = true
    while (queue.length > 0) {
      const jobs = take()
      try {
        await write(jobs)
      } catch (error) {
        for (const job of jobs) job.fail(error)
      }
    }
    running = false
  }

  return {
    submit: (by: By, command: StructureCommand): Promise<Outcome> =>
      new Promise((settle, fail) => {
        queue.push({ by, command, settle, fail })
        if (!running) void run()
      }),
    /** Resolves when the graph holds nothing that is not written yet. */
    settled: (): Promise<void> | undefined => underWay?.promise,
  }
}

export type StructureWriter = ReturnType<typeof structureWriter>
