import { v5 } from 'uuid'
import type { KeptLink } from '#contracts/assembly/links.ts'
import type { EventLog, NewEvent, Position, RecordedEvent } from '#contracts/event-log.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { structureStream } from '#contracts/streams.ts'
import { metadataOf, type By, type Done } from '../kernel/context.ts'
import type { Positions } from '../kernel/positions.ts'
import type { Model } from '../model/model.ts'
import { applyForNow, parentsIn } from '../model/structure-events.ts'
import { decideStructure, type StructureCommand } from './structure-decider.ts'

/** The link as the command left it; null where it left none. */
export type Restructured = Done<KeptLink | null>
type Outcome = Restructured | Refusal

/** The versions of an assembly's subassemblies that the client accepts to change. */
type Expected = { readonly assemblyId: number; readonly versions: readonly bigint[] }

type Job = {
  readonly by: By
  readonly command: StructureCommand
  readonly expected: Expected | undefined
  readonly settle: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
}

type Planned = { readonly count: number; readonly link: KeptLink | null }
type Plan = {
  readonly events: NewEvent[]
  /** Of each event: the assemblies whose subassemblies it changes. */
  readonly parents: (readonly number[])[]
  readonly outcomes: (Refusal | Planned)[]
  readonly undo: (() => void)[]
}

const attempts = 20
/** One append holds at most this many commands, and this many characters: stores cap an append at 1 MiB. */
const most = { jobs: 500, characters: 400_000 }

/**
 * The one that writes `bom-structure` in this process. Commands that come while an append is under way
 * wait, are decided one after the other on what the ones before them lead to, and go out in one append:
 * circles stay impossible, and 64 writers do not wait for 64 disk flushes.
 */
export class StructureWriter {
  readonly #log: EventLog
  readonly #model: Model
  readonly #positions: Positions
  readonly #now: () => Date
  readonly #queue: Job[] = []
  #isRunning = false
  #underWay: PromiseWithResolvers<void> | null = null

  constructor(log: EventLog, model: Model, positions: Positions, now: () => Date) {
    this.#log = log
    this.#model = model
    this.#positions = positions
    this.#now = now
  }

  submit(by: By, command: StructureCommand, expected?: Expected): Promise<Outcome> {
    return new Promise((settle, fail) => {
      this.#queue.push({ by, command, expected, settle, fail })
      if (!this.#isRunning) void this.#run()
    })
  }

  /** Resolves when the graph holds nothing that is not written yet. */
  settled(): Promise<void> | undefined {
    return this.#underWay?.promise
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#queue.length > 0) {
      const jobs = this.#take()
      try {
        await this.#write(jobs)
      } catch (error) {
        for (const job of jobs) job.fail(error)
      }
    }
    this.#isRunning = false
  }

  #take(): Job[] {
    let characters = 0
    let count = 0
    for (const { command } of this.#queue) {
      if (count === most.jobs || characters > most.characters) break
      characters += JSON.stringify(command.data).length + 300
      count++
    }
    return this.#queue.splice(0, count)
  }

  async #write(jobs: readonly Job[]): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const at = this.#now().toISOString()
      const known = BigInt(this.#model.revisionOf(structureStream))
      const plan = this.#plan(jobs, at)
      const position =
        plan.events.length === 0 ? this.#positions.reached() : await this.#append(plan, known, at)
      if (position !== 'conflict') return deliver(jobs, plan.outcomes, known, position)
      if (!(await this.#catchUp())) break
    }
    for (const job of jobs) job.settle(refuse('UNAVAILABLE'))
  }

  #plan(jobs: readonly Job[], at: string): Plan {
    const plan: Plan = { events: [], parents: [], outcomes: [], undo: [] }
    for (const job of jobs) plan.outcomes.push(this.#decide(job, plan, at))
    return plan
  }

  #decide({ by, command, expected }: Job, plan: Plan, at: string): Refusal | Planned {
    const graph = this.#model.structure
    if (expected && this.#isStale(expected, plan)) return refuse('CONFLICT')
    const decision = decideStructure(graph, command, (id) => this.#nameOf(id))
    if (isRefusal(decision)) return decision
    for (const [i, event] of decision.entries()) {
      plan.parents.push(parentsIn(graph, event))
      plan.undo.push(applyForNow(graph, event, at))
      const id = v5(`structure-${i}`, by.commandId)
      plan.events.push({ id, ...event, metadata: metadataOf(by, at) })
    }
    const { data } = command
    const link = 'childId' in data ? (graph.get(data.parentId, data.childId) ?? null) : null
    return { count: decision.length, link }
  }

  #isStale({ assemblyId, versions }: Expected, { parents }: Plan): boolean {
    return (
      parents.flat().includes(assemblyId) ||
      !versions.includes(this.#model.structureVersion(assemblyId))
    )
  }

  #nameOf(id: number): string {
    return this.#model.records('assemblytypes').title(id) ?? `sammenstilling ${id}`
  }

  /** Takes the plan out of the graph again where it was not written. */
  async #append({ events, parents, undo }: Plan, known: bigint, at: string) {
    this.#underWay = Promise.withResolvers()
    let isWritten = false
    try {
      const answer = await this.#log.append(structureStream, events, known < 0n ? 'none' : known)
      isWritten = answer.appended
      if (!answer.appended) return 'conflict'
      const { position } = answer
      const written = events.map((event, i): RecordedEvent => ({
        ...event,
        stream: structureStream,
        revision: known + 1n + BigInt(i),
        position,
        writtenAt: at,
      }))
      this.#model.sawStructure(written, parents)
      this.#positions.noteOwn(position)
      return position
    } finally {
      if (!isWritten) for (const takeBack of undo.toReversed()) takeBack()
      this.#underWay.resolve()
      this.#underWay = null
    }
  }

  async #catchUp(): Promise<boolean> {
    const next = BigInt(this.#model.revisionOf(structureStream) + 1)
    const last = (await this.#log.read(structureStream, next)).at(-1)
    // In the log's order: a link may name a clone that only the log, not the structure, tells of.
    return last === undefined || this.#positions.reach(last.position, 5_000)
  }
}

const deliver = (
  jobs: readonly Job[],
  outcomes: Plan['outcomes'],
  known: bigint,
  position: Position | null,
) => {
  let revision = known
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
