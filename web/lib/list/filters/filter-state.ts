import type { Entity } from '#contracts/entity.ts'
import { parametersOf, type Filter, type Filters } from '#contracts/list/filters.ts'

export type FilterControlProps = {
  readonly entity: Entity
  readonly filter: Filter
  readonly filters: Filters
  /** Sets the parameter with this suffix; an empty array removes it. */
  readonly onChange: (suffix: string, values: readonly string[]) => void
}

export const withFilter = (
  filters: Filters,
  parameter: string,
  values: readonly string[],
): Filters => {
  const { [parameter]: _, ...others } = filters
  return values.length === 0 ? others : { ...others, [parameter]: values }
}

export const withoutFilter = (filters: Filters, filter: Filter): Filters =>
  parametersOf(filter).reduce((left, parameter) => withFilter(left, parameter, []), filters)

export const isActive = (filters: Filters, filter: Filter): boolean =>
  parametersOf(filter).some((parameter) => parameter in filters)
