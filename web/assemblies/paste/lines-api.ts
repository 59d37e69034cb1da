import type { LinesBody, LinesCheck, LinesDone } from '#contracts/assembly/lines.ts'
import { call, newKey, save } from '../../lib/api.ts'
import { linesPath } from '../shared/api.ts'
import type { Command } from './plan.ts'

export type Checked = LinesCheck & { readonly version: string | undefined }
type Body = Partial<LinesBody> | Command

/** What a command would change, and of which version of the stykkliste that is said. */
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

/** What was done, and what takes it back. */
export type Pasted = {
  readonly count: number
  readonly left: LinesCheck['changes']
  readonly takenBack: Partial<LinesBody>
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
    takenBack: {
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

/** Takes back what was pasted, all of it. False where somebody changed it since. */
export const takeBack = async (assemblyId: number, { left, takenBack }: Pasted) => {
  const checked = await checkLines(assemblyId, takenBack)
  const isAsLeft = left.every(({ kind, itemId, after }) =>
    checked.changes.some(
      (one) =>
        one.kind === kind &&
        one.itemId === itemId &&
        JSON.stringify(one.before) === JSON.stringify(after),
    ),
  )
  if (isAsLeft) await sendLines(assemblyId, takenBack, checked, newKey())
  return isAsLeft
}
