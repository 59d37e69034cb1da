import { useState } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Candidate } from '../shared/candidates.ts'
import type { PickedRow } from './picked-list.tsx'

type Row = PickedRow & { readonly kind: LinkKind }

const keyOf = (kind: LinkKind, id: number) => `${kind}-${id}`

/** What is picked so far, in the order in which it was. */
export const usePicked = () => {
  const [rows, setRows] = useState<readonly Row[]>([])
  const has = (kind: LinkKind, id: number) => rows.some(({ key }) => key === keyOf(kind, id))
  return {
    rows,
    has,
    /** What was picked at another time. */
    add: (some: readonly Row[]) =>
      setRows([...rows, ...some.filter(({ key }) => !rows.some((row) => row.key === key))]),
    /** Without those that would close a circle. */
    set: (kind: LinkKind, candidates: readonly Candidate[], isPicked: boolean) => {
      const meant = candidates.filter(({ circle }) => circle === undefined)
      const keys = new Set(meant.map(({ record }) => keyOf(kind, record.id)))
      const added = meant
        .filter(({ record }) => !has(kind, record.id))
        .map((candidate) => ({
          key: keyOf(kind, candidate.record.id),
          kind,
          candidate,
          quantity: null,
        }))
      setRows(isPicked ? [...rows, ...added] : rows.filter(({ key }) => !keys.has(key)))
    },
    setQuantity: (key: string, quantity: string) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, quantity } : row))),
    drop: (key: string) => setRows(rows.filter((row) => row.key !== key)),
  }
}
