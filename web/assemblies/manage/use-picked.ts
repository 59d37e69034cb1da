import { useState } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Candidate } from '../shared/candidates.ts'

/** A `quantity` of null means the common quantity. */
export type PickedRow = {
  readonly key: string
  readonly kind: LinkKind
  readonly candidate: Candidate
  readonly quantity: string | null
}

const keyOf = (kind: LinkKind, id: number) => `${kind}-${id}`

const rowOf = (kind: LinkKind, candidate: Candidate): PickedRow => ({
  key: keyOf(kind, candidate.record.id),
  kind,
  candidate,
  quantity: null,
})

export const usePicked = () => {
  const [rows, setRows] = useState<readonly PickedRow[]>([])
  const [common, setCommon] = useState('1')
  const has = (key: string) => rows.some((row) => row.key === key)
  const add = (some: readonly PickedRow[]) =>
    setRows([...rows, ...some.filter(({ key }) => !has(key))])
  return {
    rows,
    common,
    setCommon,
    add,
    isPicked: (kind: LinkKind, id: number) => has(keyOf(kind, id)),
    /** Ignores candidates that would make a cycle. */
    set: (kind: LinkKind, candidates: readonly Candidate[], isPicked: boolean) => {
      const pickable = candidates
        .filter(({ circle }) => circle === undefined)
        .map((candidate) => rowOf(kind, candidate))
      const keys = new Set(pickable.map(({ key }) => key))
      if (isPicked) add(pickable)
      else setRows(rows.filter(({ key }) => !keys.has(key)))
    },
    setQuantity: (key: string, quantity: string) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, quantity } : row))),
    drop: (key: string) => setRows(rows.filter((row) => row.key !== key)),
  }
}

export type PickedParts = ReturnType<typeof usePicked>
