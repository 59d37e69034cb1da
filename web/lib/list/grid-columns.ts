import { useState } from 'react'
import { useWindowEvent } from '../use-window-event.ts'

/** 1 to 4 columns depending on the window's width, or 5 for small cards. */
export const gridColumns = {
  4: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  5: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5',
} as const

const breakpoints = [640, 1024, 1280, 1536]

/** The same numbers for the virtual list. */
export const cardsAcross = (windowWidth: number, most: 4 | 5): number =>
  Math.min(most, 1 + breakpoints.filter((least) => windowWidth >= least).length)

export const useCardsAcross = (most: 4 | 5): number => {
  const [width, setWidth] = useState(() => innerWidth)
  useWindowEvent('resize', () => setWidth(innerWidth))
  return cardsAcross(width, most)
}
