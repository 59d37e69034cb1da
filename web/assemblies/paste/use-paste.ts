import { useRef, useState } from 'react'
import useSWR from 'swr'
import { linkKinds, mostLines, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { valueAt } from '#contracts/entity.ts'
import { countedIn } from '#contracts/units.ts'
import type { MadeRecord } from '../../lib/make-record.tsx'
import { readData } from '../../lib/api.ts'
import { isConflict } from '../../lib/api-error.ts'
import { withQuery } from '../../lib/with-query.ts'
import { refresh } from '../../lib/refresh.ts'
import { lastOrder, orderStep, useAllLinks } from '../shared/links.ts'
import { checkLines, pasteOnce, type Checked, type Lost, type Pasted } from './lines-api.ts'
import { commandOf, isFault, planRows, type Command, type Row } from './plan.ts'
import { readingsOf, type PastedRow } from './read-rows.ts'
import type { Table } from './table.ts'
import { mostNumbers, type NumberMatches } from '#contracts/search-answers.ts'

const pathOf = (numbers: readonly string[]) => withQuery('/api/search/numbers', { number: numbers })

const longest = 200
const inChunks = (numbers: readonly string[]) =>
  Array.from({ length: Math.ceil(numbers.length / mostNumbers) }, (_, at) =>
    numbers.slice(at * mostNumbers, (at + 1) * mostNumbers),
  )

const useMatches = (numbers: readonly string[]) => {
  const asked = [...new Set(numbers.map((number) => number.slice(0, longest)))]
  const { data, ...rest } = useSWR<ReadonlyMap<string, NumberMatches['matches']>, unknown>(
    asked.length > 0 && ['numbers', ...asked],
    async () => {
      const found = await Promise.all(
        inChunks(asked).map((some) => readData<NumberMatches[]>(pathOf(some))),
      )
      return new Map(found.flat().map(({ number, matches }) => [number, matches]))
    },
    { keepPreviousData: true },
  )
  return { matchesOf: (number: string) => data?.get(number.slice(0, longest)), ...rest }
}

const toRows = (rows: readonly PastedRow[], firstKey = 0): readonly Row[] =>
  rows.map((row, at) => ({ ...row, key: firstKey + at, matches: undefined, chosen: null }))

const readTable = (table: Table) => {
  const [first, other] = readingsOf(table)
  return { given: toRows(first!.rows), left: first!.left, other, file: table.file }
}

const useRows = (first: Table) => {
  const [state, setState] = useState(() => readTable(first))
  const { given, left, other, file } = state
  /** Once there is a correction, the rows mean what they were taken for. */
  const setRows = (rows: readonly Row[]) => setState({ ...state, given: rows, other: undefined })
  const setWhere = (matches: (row: Row) => boolean, change: Partial<Row>) =>
    setRows(given.map((row) => (matches(row) ? { ...row, ...change } : row)))
  return {
    given,
    file,
    left,
    other,
    takeOther: () =>
      other &&
      setState({
        ...state,
        given: toRows(other.rows, given.length),
        left: other.left,
        other: undefined,
      }),
    restore: setRows,
    read: (table: Table) => setState(readTable(table)),
    change: ({ key }: Row, change: Partial<Row>) => setWhere((row) => row.key === key, change),
    /** Selects a newly created part in all rows with its number. */
    made: ({ number }: Row, kind: PartKind, made: MadeRecord) => {
      const { entity } = linkKinds[kind]
      const title = String(valueAt(made, 'description') || number)
      const unit = countedIn(valueAt(made, 'unit') as string | null, made.pricing?.unit)
      const chosen = { entity, id: made.id, title, number, supplier: null, unit }
      setWhere((row) => row.number === number, { chosen })
    },
    drop: ({ key }: Row) => setRows(given.filter((row) => row.key !== key)),
  }
}

const useCommand = (assemblyId: number, command: Command | null) => {
  const text = command && JSON.stringify(command)
  const check = useSWR<Checked, unknown>(
    text && ['lines', assemblyId, text],
    () => checkLines(assemblyId, command!),
    { revalidateOnMount: true, dedupingInterval: 0 },
  )
  const { data, mutate } = check
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const lost = useRef<readonly Lost[]>([])
  const run = async (): Promise<Pasted | null> => {
    if (!command || !data || busy) return null
    setBusy(true)
    setFailure(null)
    try {
      const pasted = await pasteOnce(assemblyId, lost, command, data)
      await refresh()
      return pasted
    } catch (problem) {
      if (isConflict(problem)) void mutate()
      setFailure(problem)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { command, check, changes: data?.changes ?? null, failure, busy, run }
}

export const usePaste = (assemblyId: number, first: Table) => {
  const rowState = useRows(first)
  const { given, other, file, takeOther } = rowState
  const numbers = [...given, ...(other?.rows ?? [])].map(({ number }) => number)
  const { matchesOf, ...search } = useMatches(numbers)
  const foundOf = ({ number }: PastedRow) => matchesOf(number)?.length
  const isOther = other?.rows.some(foundOf) && given.every((row) => foundOf(row) === 0)
  if (isOther) takeOther()
  const links = useAllLinks(assemblyId)
  const after = Math.max(0, ...Object.values(links).map((some) => lastOrder(some) ?? 0))

  const rows = planRows(given.map((row) => ({ ...row, matches: matchesOf(row.number) })))
  const faults = rows.filter(isFault)
  const isPlanned = faults.length === 0 && rows.every(({ is }) => is !== 'pending')
  const tooMany = rows.length > mostLines
  const isReady = isPlanned && rows.length > 0 && !tooMany
  const asked = isReady ? commandOf(rows, after, orderStep, file) : null
  const { check, ...command } = useCommand(assemblyId, asked)
  const unread = [search, check].find(({ error }) => error)
  return { ...rowState, ...command, rows, tooMany, faults, unread }
}
export type Paste = ReturnType<typeof usePaste>
