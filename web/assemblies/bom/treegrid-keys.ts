import type { Row } from './tree.ts'

/** What a key asks for: another row, or this one opened or closed. */
export type Answer = { readonly move: number } | 'toggle' | undefined

const page = 10

/** The keys of the WAI-ARIA treegrid pattern, with the focus on rows. */
export const treegridKey = (key: string, rows: readonly Row[], at: number): Answer => {
  const row = rows[at]
  if (!row) return undefined
  const to = (index: number) => ({ move: Math.max(0, Math.min(rows.length - 1, index)) })
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'PageDown':
      return to(at + page)
    case 'PageUp':
      return to(at - page)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
      if (row.state === 'closed') return 'toggle'
      return row.state === 'open' ? to(at + 1) : undefined
    case 'ArrowLeft': {
      if (row.state === 'open') return 'toggle'
      const parent = rows.findIndex(({ key: other }) => other === row.parent)
      return parent >= 0 ? to(parent) : undefined
    }
    case 'Enter':
    case ' ':
      if (row.state === 'leaf') return undefined
      return 'toggle'
    default:
      return undefined
  }
}
