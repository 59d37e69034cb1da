import { lazy, Suspense } from 'react'
import type { FilterChipsProps } from './filter-chips.tsx'

const Chips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }))

/** The filters that are on; their code comes with the first. */
export const FilterChips = (props: FilterChipsProps) =>
  Object.keys(props.state.filters).length > 0 && (
    <Suspense fallback={null}>
      <Chips {...props} />
    </Suspense>
  )
