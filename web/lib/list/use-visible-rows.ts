import { useEffect } from 'react'
import type { View } from './list-props.ts'

/** Tells the view which of its rows are in sight, where each line holds some of them. */
export const useVisibleRows = (
  { onSight }: View<unknown>,
  lines: readonly { readonly index: number }[],
  perLine = 1,
): void => {
  const [first, last] = [lines[0]?.index ?? 0, lines.at(-1)?.index ?? 0]
  useEffect(
    () => onSight?.(first * perLine, (last + 1) * perLine - 1),
    [onSight, first, last, perLine],
  )
}
