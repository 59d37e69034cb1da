import type { ByteRange } from './store.ts'

/** The one range of a Range header; null if there is none that counts, 'unsatisfiable' if it lies outside. */
export const rangeIn = (
  header: string | undefined,
  size: number,
): ByteRange | null | 'unsatisfiable' => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = match ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Number(to)
    return length === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - length), last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first >= size) return 'unsatisfiable'
  return last < first ? null : { first, last }
}
