import type { LinesBody, LinesCheck, LinesDone } from '#contracts/assembly/lines.ts'
import { newKey, save, saveVersioned } from '../../lib/api.ts'
import { ApiError, isUnknown } from '../../lib/api-error.ts'
import { linesPath } from '../shared/api.ts'
import type { Command } from './plan.ts'

export type Checked = LinesCheck & { readonly version: string | undefined }
type Body = Partial<LinesBody> | Command

/** The changes that a command would make, and the version of the stykkliste they apply to. */
export const checkLines = async (assemblyId: number, body: Body): Promise<Checked> => {
  const path = `${linesPath(assemblyId)}/check`
  const { data, version } = await saveVersioned<LinesCheck | undefined>('POST', path, body)
  if (!data) throw new ApiError('Failed to fetch data', 400)
  return { ...data, version }
}

const sendLines = (assemblyId: number, body: Body, { version }: Checked, key: string) =>
  save<LinesDone>('POST', linesPath(assemblyId), body, { key, version })

/** The changes made, and the command that undoes them. */
export type Pasted = {
  readonly count: number
  readonly left: LinesCheck['changes']
  readonly undo: Partial<LinesBody>
}

const pastedBy = (
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

/** A paste of which no answer came. */
export type Lost = { readonly command: Command; readonly checked: Checked; readonly key: string }

const paste = async (assemblyId: number, { command, checked, key }: Lost): Promise<Pasted> =>
  pastedBy(command, checked, await sendLines(assemblyId, command, checked, key))

/** The paste that was saved, if any. Once the stykkliste has another version, those that were not are refused. */
const savedAmong = async (assemblyId: number, lost: readonly Lost[]): Promise<Pasted | null> => {
  for (const one of lost)
    try {
      return await paste(assemblyId, one)
    } catch (error) {
      if (isUnknown(error)) throw error
    }
  return null
}

const error = 'Det første forsøket ble lagret, og er endret siden. Rett linjene i stykklisten.'

/** Pastes once, even if the rows were edited after an answer was lost: what was saved then is undone first. */
export const pasteOnce = async (
  assemblyId: number,
  lost: { current: readonly Lost[] },
  command: Command,
  checked: Checked,
): Promise<Pasted> => {
  const text = JSON.stringify(command)
  const again = lost.current.find((one) => JSON.stringify(one.command) === text)
  const isMoved = lost.current.some((one) => one.checked.version !== checked.version)
  let next = again ?? { command, checked, key: newKey() }
  if (!again && isMoved) {
    const saved = await savedAmong(assemblyId, lost.current)
    if (saved && !(await undoLines(assemblyId, saved))) throw new ApiError(error, 409, { error })
    lost.current = []
    if (saved) next = { ...next, checked: await checkLines(assemblyId, command) }
  }
  try {
    return await paste(assemblyId, next)
  } catch (problem) {
    const others = lost.current.filter((one) => one !== next)
    lost.current = isUnknown(problem) ? [...others, next] : others
    throw problem
  }
}
