import type { LinesBody, LinesCheck, LinesDone } from '#contracts/assembly/lines.ts'
import { call, newKey, save } from '../../lib/api.ts'
import { linesPath } from '../shared/api.ts'
import type { Command } from './plan.ts'

export type Checked = LinesCheck & { readonly version: string | undefined }
type Body = Partial<LinesBody> | Command

/** The changes that a command would make, and the version of the stykkliste they apply to. */
export const checkLines = async (assemblyId: number, body: Body): Promise<Checked> => {
  const { body: answer, response } = await call(`${linesPath(assemblyId)}/check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = answer as { data: LinesCheck }
  return { ...data, version: response.headers.get('etag') ?? undefined }
}

export const sendLines = (assemblyId: number, body: Body, { version }: Checked, key: string) =>
  save<LinesDone>('POST', linesPath(assemblyId), body, { key, version })

/** The changes made, and the command that undoes them. */
export type Pasted = {
  readonly count: number
  readonly left: LinesCheck['changes']
  readonly undo: Partial<LinesBody>
}

export const pastedBy = (
  { made: madeLines, lines }: Command,
  { changes }: Checked,
  { made }: LinesDone,
): Pasted => {
  const added = changes.filter(({ before }) => before === null)
  const tops = lines.flatMap((line) => (line.made === undefined ? [] : made[line.made]!.id))
  return {
    count: lines.length + madeLines.reduce((sum, one) => sum + one.lines.length, 0),
    left: changes,
    undo: {
      removed: [
        ...added.map(({ kind, itemId }) => ({ kind, itemId })),
        ...tops.map((itemId) => ({ kind: 'subassembly' as const, itemId })),
      ],
      lines: changes.flatMap(({ kind, itemId, before }) =>
        before ? [{ kind, itemId, ...before }] : [],
      ),
      unmade: made,
    },
  }
}

/** Undoes a paste completely. Returns false if somebody has changed the lines since. */
export const undoLines = async (assemblyId: number, { left, undo }: Pasted) => {
  const checked = await checkLines(assemblyId, undo)
  const isAsLeft = left.every(({ kind, itemId, after }) =>
    checked.changes.some(
      (one) =>
        one.kind === kind &&
        one.itemId === itemId &&
        JSON.stringify(one.before) === JSON.stringify(after),
    ),
  )
  if (isAsLeft) await sendLines(assemblyId, undo, checked, newKey())
  return isAsLeft
}
