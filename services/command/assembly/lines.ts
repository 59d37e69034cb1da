import type { LinesBody, MadeAssembly } from '#contracts/assembly/lines.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { exclusive, shared, type Lock } from '#kernel/locks.ts'
import { untilPossible } from '#kernel/transient-errors.ts'
import type { ItemDone } from '../item/item-handler.ts'
import { keyLock, type By, type Done } from '../kernel/command.ts'
import type { Assembly } from './assembly-decider.ts'
import { whilePending, type PendingLines, type PendingLinesTable } from './pending-lines.ts'
import {
  assemblyStream,
  isCurrent,
  linkedStream,
  removeLocked,
  step,
  type AssemblyContext,
} from './commands.ts'
import { writeStructure } from '../structure/structure-writer.ts'
import { partCommands, refusalOf, structureCommands } from './line-checks.ts'

export type LinesContext = AssemblyContext & {
  readonly pendingLines: PendingLinesTable
  readonly stopping: AbortSignal
  readonly report: (fault: unknown, pending: PendingLines) => void
}

type NewAssembly = { readonly id: number; readonly revision: number }
export type LinesDone = Done<Assembly> & { readonly made: readonly NewAssembly[] }

const stepsOf = (given: By, { made, unmade, file }: LinesBody) => {
  const by = file === undefined ? given : { ...given, note: { ...given.note, file } }
  return {
    make: made.map((_, at) => step(by, `made ${at}`)),
    structure: step(by, 'structure'),
    parts: { ...by, ifMatch: null },
    unmake: unmade.map(({ id }) => step(by, `unmade ${id}`)),
  }
}
type Steps = ReturnType<typeof stepsOf>

const locksOf = (id: number, { made, lines, unmade }: LinesBody): readonly Lock[] => {
  const named = [...lines, ...made.flatMap((one) => one.lines)].flatMap(({ kind, itemId }) =>
    itemId === undefined ? [] : [linkedStream(kind, itemId)],
  )
  const own = new Set([id, ...unmade.map((one) => one.id)].map(assemblyStream))
  const others = new Set(named.filter((stream) => !own.has(stream)))
  return [...[...own].map(exclusive), ...[...others].map(shared)]
}

/** New assemblies are not in the structure until all exist. */
const make = async (
  { assemblies }: AssemblyContext,
  steps: Steps,
  made: readonly MadeAssembly[],
): Promise<readonly NewAssembly[] | Refusal> => {
  const ids: NewAssembly[] = []
  for (const [at, one] of made.entries()) {
    const { name, description, drawingNumber = null } = one
    const values = { name, description, drawingNumber }
    const done = await assemblies.create(steps.make[at]!, (id) => ({
      type: 'Build',
      data: { id, values, parts: partCommands(id, one) },
    }))
    if (isRefusal(done)) return done
    ids.push({ id: Number(done.id), revision: Number(done.revision) })
  }
  return ids
}

const latest = (one: ItemDone<Assembly>, other: Done<unknown> | undefined): ItemDone<Assembly> =>
  !other?.changed || (one.changed && (other.position ?? 0n) < (one.position ?? 0n))
    ? one
    : { ...one, position: other.position, changed: true }

const write = async (
  context: AssemblyContext,
  id: number,
  body: LinesBody,
  steps: Steps,
): Promise<LinesDone | Refusal> => {
  const made = await make(context, steps, body.made)
  if (isRefusal(made)) return made
  const ids = made.map((one) => one.id)
  const commands = structureCommands(id, body, ids)
  const linked =
    commands.length > 0 ? await writeStructure(context, steps.structure, commands) : undefined
  if (isRefusal(linked)) {
    // Another process won. Nothing refers to the new assemblies yet.
    for (const [at, one] of ids.entries())
      await removeLocked(context, one, step(steps.make[at]!, 'unmade'))
    return linked
  }
  const data = partCommands(id, body)
  const done = await context.assemblies.handle(steps.parts, id, { type: 'ChangeParts', data })
  if (isRefusal(done)) return done
  let last = latest(done, linked)
  for (const [at, one] of body.unmade.entries()) {
    const removed = await removeLocked(context, one.id, steps.unmake[at]!)
    if (isRefusal(removed)) return removed
    last = latest(last, removed)
  }
  return { ...last, made }
}

/** Without new assemblies and subassemblies, everything is in the assembly's stream. */
const isOneAppend = ({ made, unmade, lines, removed }: LinesBody): boolean =>
  made.length === 0 &&
  unmade.length === 0 &&
  new Set([...lines, ...removed].map(({ kind }) => kind === 'subassembly')).size < 2

const change = (context: LinesContext, pending: PendingLines, ifMatch: By['ifMatch']) => {
  const { by, assemblyId: id, body } = pending
  return context.locks([...keyLock(by), ...locksOf(id, body)], async () => {
    const steps = stepsOf(by, body)
    const all = [...steps.make, steps.structure, steps.parts, ...steps.unmake]
    if (!all.some((one) => context.repository.isRepeat(one))) {
      const refusal = await refusalOf(context, id, body)
      if (refusal) return refusal
      if (!(await isCurrent(context, { ...by, ifMatch: ifMatch ?? null }, id)))
        return refuse('CONFLICT')
    }
    const run = () => write(context, id, body, steps)
    if (isOneAppend(body)) return run()
    context.mayAppend()
    return whilePending(context.pendingLines, pending, run)
  })
}

/** Completes a change that a crash or an unavailable store interrupted. */
const complete = async (context: LinesContext, pending: PendingLines): Promise<void> => {
  const { stopping, report, pendingLines } = context
  try {
    const outcome = await untilPossible(() => change(context, pending, null), stopping)
    if (!isRefusal(outcome)) return
    report(outcome, pending)
    await pendingLines.end(pending)
  } catch (error) {
    report(error, pending)
  }
}

export const completeLines = async (context: LinesContext): Promise<void> => {
  const pending = await untilPossible(context.pendingLines.all, context.stopping)
  for (const one of pending ?? []) await complete(context, one)
}

/** Changes many lines of a stykkliste. Validates the whole before it writes anything. */
export const changeLines = async (
  context: LinesContext,
  { ifMatch, request, ...given }: By,
  assemblyId: number,
  body: LinesBody,
): Promise<LinesDone | Refusal> => {
  const givenAt = context.now().getTime()
  // Even without a client's key the steps need stable ids.
  const by = { ...given, request: request ?? given.commandId, givenAt }
  const pending = { by, assemblyId, body }
  try {
    return await change(context, pending, ifMatch)
  } catch (error) {
    if (error instanceof OutcomeUnknown && !isOneAppend(body)) void complete(context, pending)
    throw error
  }
}
