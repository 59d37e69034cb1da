import { changesIn, type LineChange, type LinesBody } from '#contracts/assembly/lines.ts'
import { changedLink, linkWith, type Link } from '#contracts/assembly/links.ts'
import type { Refusal } from '#contracts/refusals.ts'
import type { AssemblyContext } from './commands.ts'
import { refusalOf } from './line-checks.ts'
import { partKey } from './part-decider.ts'

/** What `changeLines` would change, or why it would refuse. */
export const checkLines = async (
  context: AssemblyContext,
  id: number,
  body: LinesBody,
): Promise<readonly LineChange[] | Refusal> => {
  const refusal = await refusalOf(context, id, body)
  if (refusal) return refusal
  const { state } = await context.assemblies.load(id)
  const before = (kind: LineChange['kind'], itemId: number): Link | null => {
    const kept =
      kind === 'subassembly'
        ? context.model.structure.get(id, itemId)
        : state.parts.get(partKey(kind, itemId))
    return kept ? linkWith(kept) : null
  }
  const set = body.lines.flatMap(({ kind, itemId, ...line }): LineChange[] => {
    if (itemId === undefined) return []
    const was = before(kind, itemId)
    const changes = changesIn({ kind, ...line })
    const after = was ? changedLink(was, changes) : linkWith(changes)
    return after ? [{ kind, itemId, before: was, after }] : []
  })
  const removed = body.removed.map(({ kind, itemId }) => ({
    kind,
    itemId,
    before: before(kind, itemId),
    after: null,
  }))
  return [...removed, ...set]
}
