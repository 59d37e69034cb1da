import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { assembly, entityNamed } from '#contracts/catalogue/index.ts'
import { isRefusal, refuse, type Refusal } from '#contracts/refusals.ts'
import { capitalized } from '#contracts/text.ts'
import { exclusive, shared } from '#kernel/locks.ts'
import type { CatalogueContext } from '../catalogue/finders.ts'
import { fewOf, named } from '../catalogue/removal.ts'
import type { ItemDone } from '../item/item-handler.ts'
import { referredLocks, remainingValues } from '../item/references.ts'
import { keyLock, type By } from '../kernel/command.ts'
import { writeStructure } from '../structure/structure-writer.ts'
import { decideTogether } from '../structure/structure-decider.ts'
import { contentsOf, type Assembly } from './assembly-decider.ts'
import { assemblyStream, isLive, partStreams, step, type AssemblyContext } from './commands.ts'
import { isTooLarge } from './line-checks.ts'

type ReinstateContext = AssemblyContext & CatalogueContext

/** Restores a deleted assembly with its contents and its places in other assemblies. */
export const reinstateAssembly = async (
  context: ReinstateContext,
  id: number,
  by: By,
): Promise<ItemDone<Assembly> | Refusal> => {
  const { state } = await context.assemblies.load(id)
  const locks = [...referredLocks(assembly, state.values), ...partStreams(state).map(shared)]
  return context.locks([...keyLock(by), exclusive(assemblyStream(id)), ...locks], () =>
    reinstateLocked(context, id, by),
  )
}

/** Restores it in the catalogue first, then in the structure. After a crash in between, the next start completes it. */
const reinstateLocked = async (context: ReinstateContext, id: number, by: By) => {
  const { assemblies } = context
  const back = (await assemblies.earlier(by, id)) ?? (await reinstateRecord(context, id, by))
  if (isRefusal(back)) return back
  const inStructure = step(by, 'structure')
  const command = { type: 'Reinstate', data: { assemblyId: id } } as const
  const linked = await writeStructure(context, inStructure, [command])
  if (!isRefusal(linked))
    return linked.changed || linked.repeated ? { ...back, position: linked.position } : back
  // Another process won.
  await assemblies.handle(step(by, 'unmade'), id, { type: 'Remove', data: { id } })
  return linked
}

const reinstateRecord = async (context: ReinstateContext, id: number, by: By) => {
  const { assemblies } = context
  const { state } = await assemblies.load(id)
  const refusal = state.status === 'removed' ? await refusalOf(context, id, state) : null
  if (refusal) return refusal
  const values = await remainingValues(context, assembly, state)
  return assemblies.handle(by, id, { type: 'Reinstate', data: { id, values, suppliers: [] } })
}

const refusalOf = async (
  context: ReinstateContext,
  id: number,
  state: Assembly,
): Promise<Refusal | null> => {
  const missing = goneSince(context, id, state)
  if (missing.length > 0) return refuseWithout(context, missing)
  const { model } = context
  const own = String(state.values['name'])
  const nameOf = (one: number) => (one === id ? own : model.nameOf(one))
  const command = { type: 'Reinstate', data: { assemblyId: id } } as const
  const decision = decideTogether(model.structure, [command], nameOf)
  if (isRefusal(decision)) return decision
  return isTooLarge(contentsOf(state), 1) || isTooLarge(decision, decision.length)
    ? refuse('LIMIT', 'Sammenstillingen er for stor til å hentes tilbake i én operasjon.')
    : null
}

type Gone = { readonly kind: LinkKind; readonly id: number }

/** Former contents that have been deleted since. */
const goneSince = (context: ReinstateContext, id: number, { parts }: Assembly): readonly Gone[] => [
  ...[...parts.values()]
    .filter(({ part, partId }) => !isLive(context, part, partId))
    .map(({ part, partId }) => ({ kind: part, id: partId })),
  ...context.model.structure.dissolved
    .goneFrom(id)
    .map((childId) => ({ kind: 'subassembly' as const, id: childId })),
]

const refuseWithout = async ({ handlers }: ReinstateContext, missing: readonly Gone[]) => {
  const names = await Promise.all(
    missing.slice(0, named).map(async ({ kind, id }) => {
      const entity = entityNamed(linkKinds[kind].entity)
      const { state } = await handlers[entity.name].load(id)
      return `${entity.noun.the} «${String(state.values[entity.title] || `nr. ${id}`)}»`
    }),
  )
  const text = `${capitalized(fewOf(names, missing.length))} er slettet siden og må hentes tilbake først.`
  return refuse('VALIDATION', text)
}
