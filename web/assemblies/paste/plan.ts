import type { LineBody, MadeAssembly } from '#contracts/assembly/lines.ts'
import {
  linkKinds,
  kindsOfLink,
  longestFileName,
  type LinkKind,
} from '#contracts/assembly/link-kinds.ts'
import type { NumberMatch } from '#contracts/search-answers.ts'
import { normalKey } from '#contracts/text.ts'
import { quantityFault, quantityIn } from './quantity.ts'
import type { PastedRow } from './read-rows.ts'

export type Chosen = NumberMatch | 'new' | null

export type Row = PastedRow & {
  readonly key: number
  readonly matches: readonly NumberMatch[] | undefined
  readonly chosen: Chosen
}

export type RowPlan = {
  readonly row: Row
  /** `conflicting`: the same new assembly is in an earlier row with other contents. */
  readonly is: 'found' | 'new' | 'unknown' | 'ambiguous' | 'conflicting' | 'included' | 'pending'
  readonly match: NumberMatch | null
  readonly hasBelow: boolean
  readonly quantityFault: string | null
}

export const kindOf = ({ entity }: NumberMatch): LinkKind =>
  kindsOfLink.find((kind) => linkKinds[kind].entity === entity)!

const faults = ['unknown', 'ambiguous', 'conflicting']
export const isFault = (one: RowPlan): boolean =>
  one.is !== 'included' && (faults.includes(one.is) || one.quantityFault !== null)

const planOf = (row: Row, hasBelow: boolean): Pick<RowPlan, 'is' | 'match'> => {
  const { chosen, matches } = row
  if (chosen === 'new') return { is: 'new', match: null }
  if (chosen) return { is: 'found', match: chosen }
  if (matches === undefined) return { is: 'pending', match: null }
  const fitting = hasBelow ? matches.filter(({ entity }) => entity === 'assemblytypes') : matches
  if (fitting.length > 1) return { is: 'ambiguous', match: null }
  if (fitting.length === 1) return { is: 'found', match: fitting[0]! }
  return { is: hasBelow && matches.length === 0 ? 'new' : 'unknown', match: null }
}

/** The total of duplicate parts. Quantities with units cannot be added here, so their texts are compared. */
const sumOf = (rows: readonly PastedRow[]): string => {
  const written = rows.map(({ quantity }) => quantity)
  const pieces = written.map((one) => quantityIn(one))
  return pieces.includes(null)
    ? written.toSorted().join(' + ')
    : String(pieces.reduce<number>((sum, one) => sum + one!, 0))
}

/** The direct contents of a row as a text independent of their order, to compare two assemblies with the same name. */
const contentsOf = (rows: readonly PastedRow[], at: number): string => {
  const { level } = rows[at]!
  const end = rows.findIndex((row, other) => other > at && row.level <= level)
  const below = rows.slice(at + 1, end < 0 ? undefined : end)
  const children = below.filter((row) => row.level === level + 1)
  return [...Map.groupBy(children, ({ number }) => normalKey(number))]
    .map(([number, same]) => `${number}\t${sumOf(same)}`)
    .toSorted()
    .join('\n')
}

/** Later rows of a new assembly must have no contents, or the same contents as its first row. */
const repeatedStatus = (above: string, contents: string) =>
  contents === '' || contents === above ? 'new' : 'conflicting'

/** The meaning of each row. Rows below an existing assembly are ignored, since it has its contents already. */
export const planRows = (rows: readonly Row[]): readonly RowPlan[] => {
  let belowLevel = Infinity
  const made = new Map<string, string>()
  return rows.map((row, at) => {
    const hasBelow = (rows[at + 1]?.level ?? 0) > row.level
    if (row.level > belowLevel)
      return { row, is: 'included', match: null, hasBelow, quantityFault: null }
    const { is: alone, match } = planOf(row, hasBelow)
    const key = normalKey(row.number)
    const above = made.get(key)
    const isNew = alone === 'new' || (alone === 'unknown' && row.matches?.length === 0)
    const contents = contentsOf(rows, at)
    const is = isNew && above !== undefined ? repeatedStatus(above, contents) : alone
    if (is === 'new' && above === undefined) made.set(key, contents)
    belowLevel = is === 'found' && hasBelow ? row.level : Infinity
    return { row, is, match, hasBelow, quantityFault: quantityFault(row.quantity, match?.unit) }
  })
}

type Line = LineBody & { quantity: number }

const refOf = ({ kind, itemId, made }: Line) => `${kind} ${itemId ?? `ny ${made}`}`

/** Merges duplicate parts of one assembly. */
const add = (lines: Line[], line: Line): void => {
  const same = lines.find((one) => refOf(one) === refOf(line))
  if (!same) return void lines.push(line)
  same.quantity += line.quantity
  same.notes = [...new Set([same.notes, line.notes])].filter(Boolean).join('; ') || null
}

/** The command for rows without faults. New assemblies come after their new subassemblies. */
export const commandOf = (rows: readonly RowPlan[], after: number, step: number, file?: string) => {
  const made: MadeAssembly[] = []
  const places = new Map<string, number>()
  const lines: Line[] = []
  let at = 0

  const read = (level: number, into: Line[], isKnown: boolean): void => {
    for (let order = 1; at < rows.length && rows[at]!.row.level > level; order++) {
      const one = rows[at++]!
      if (one.is === 'included') continue
      const { row, match } = one
      const ref = match ? { kind: kindOf(match), itemId: match.id } : madeOf(row)
      const first = into === lines ? after : 0
      if (!isKnown)
        add(into, {
          ...ref,
          quantity: quantityIn(row.quantity, match?.unit)!,
          notes: row.notes || null,
          sortOrder: first + order * step,
          ...(file !== undefined && { row: row.line }),
        })
    }
  }
  /** Creates an assembly only once, even if several rows name it. */
  const madeOf = ({ number, name, level }: Row): Pick<Line, 'kind' | 'made'> => {
    const key = normalKey(number)
    const known = places.get(key)
    const below: Line[] = []
    read(level, below, known !== undefined)
    if (known !== undefined) return { kind: 'subassembly', made: known }
    const title = name || number
    const drawingNumber = name && name !== number ? number : null
    places.set(key, made.length)
    made.push({ name: title, description: title, drawingNumber, lines: below })
    return { kind: 'subassembly', made: made.length - 1 }
  }
  read(0, lines, false)
  return { made, lines, ...(file !== undefined && { file: file.slice(0, longestFileName) }) }
}

export type Command = ReturnType<typeof commandOf>
