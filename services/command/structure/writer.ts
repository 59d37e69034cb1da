import { v5 } from 'uuid'
import type { KeptLink } from '#contracts/assembly/links.ts'
import type { NewEvent, Position } from '#contracts/event-log.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { structureStream } from '#contracts/streams.ts'
import { metadataOf, type By, type Done } from '../kernel/context.ts'
import { appendOwn, type CommandContext } from '../kernel/handle.ts'
import type { Model } from '../model/model.ts'
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
  /** The assemblies whose subassemblies they change. */
  readonly parents: Set<number>
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
  readonly #context: Omit<CommandContext, 'repository'> & { readonly model: Model }
  readonly #queue: Job[] = []
  #isRunning = false

  constructor(context: Omit<CommandContext, 'repository'> & { readonly model: Model }) {
    this.#context = context
  }

  submit(by: By, command: StructureCommand, expected?: Expected): Promise<Outcome> {
    return new Promise((settle, fail) => {
      this.#queue.push({ by, command, expected, settle, fail })
      if (!this.#isRunning) void this.#run()
    })
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
    const { model, positions, now } = this.#context
    for (let attempt = 0; attempt < attempts; attempt++) {
      const at = now().toISOString()
      const known = BigInt(model.revisionOf(structureStream))
      const { events, outcomes } = this.#plan(jobs, at)
      if (events.length === 0) return deliver(jobs, outcomes, known, positions.reached())
      const appended = await appendOwn(this.#context, structureStream, known, events, at)
      if (appended) return deliver(jobs, outcomes, known, appended.position)
      if (!(await this.#catchUp())) break
    }
    for (const job of jobs) job.settle(refuse('UNAVAILABLE'))
  }

  /** Each on the graph as those before it would leave it; but nothing stays there that is not written. */
  #plan(jobs: readonly Job[], at: string): Plan {
    const plan: Plan = { events: [], parents: new Set(), outcomes: [], undo: [] }
    try {
      for (const job of jobs) plan.outcomes.push(this.#decide(job, plan, at))
      return plan
    } finally {
      for (const takeBack of plan.undo.toReversed()) takeBack()
    }
  }

  #decide({ by, command, expected }: Job, plan: Plan, at: string): Refusal | Planned {
    const { structure } = this.#context.model
    if (expected) {
      const { assemblyId, versions } = expected
      const isStale = !versions.includes(structure.version(assemblyId))
      if (isStale || plan.parents.has(assemblyId)) return refuse('CONFLICT')
    }
    const decision = decideStructure(structure, command, (id) => this.#nameOf(id))
    if (isRefusal(decision)) return decision
    for (const [i, event] of decision.entries()) {
      for (const id of structure.parentsIn(event)) plan.parents.add(id)
      plan.undo.push(structure.change(event, at))
      const id = v5(`structure-${i}`, by.commandId)
      plan.events.push({ id, ...event, metadata: metadataOf(by, at) })
    }
    const { data } = command
    const link = 'childId' in data ? (structure.get(data.parentId, data.childId) ?? null) : null
    return { count: decision.length, link }
  }

  #nameOf(id: number): string {
    return this.#context.model.records('assemblytypes').title(id) ?? `sammenstilling ${id}`
  }

  async #catchUp(): Promise<boolean> {
    const { log, model, positions } = this.#context
    const next = BigInt(model.revisionOf(structureStream) + 1)
    const last = (await log.read(structureStream, next)).at(-1)
    // In the log's order: a link may name a clone that only the log, not the structure, tells of.
    return last === undefined || positions.reach(last.position, 5_000)
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
