import type { Assembly } from '../shared/assembly.ts'
import { compareTexts } from '../shared/norwegian-order.ts'

export const sortings = { name: 'Navn', createdAt: 'Dato', type: 'Type' } as const
export type SortKey = keyof typeof sortings

export type ListView = {
  readonly search: string
  /** '' is all types. */
  readonly type: string
  readonly sort: SortKey
  readonly descending: boolean
}
export const initialView: ListView = { search: '', type: '', sort: 'name', descending: false }

export const typesOf = (assemblies: readonly Assembly[]): string[] =>
  [...new Set(assemblies.flatMap(({ type }) => type || []))].toSorted(compareTexts)

/** The same button again turns the order; another one starts ascending. */
export const sortedBy = (view: ListView, sort: SortKey): ListView => ({
  ...view,
  sort,
  descending: view.sort === sort && !view.descending,
})

const searched = ({ name, description, drawingNumber }: Assembly) => [
  name,
  description,
  drawingNumber ?? '',
]

const matches = (search: string) => {
  const sought = search.trim().toLocaleLowerCase('nb')
  return (assembly: Assembly) =>
    searched(assembly).some((text) => text.toLocaleLowerCase('nb').includes(sought))
}

// Ids break ties, so that the order is one and the same however the list came.
const compare: Record<SortKey, (a: Assembly, b: Assembly) => number> = {
  name: (a, b) => compareTexts(a.name, b.name) || a.id - b.id,
  createdAt: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id,
  type: (a, b) => compareTexts(a.type, b.type) || compare.name(a, b),
}

export const shownAssemblies = (
  assemblies: readonly Assembly[],
  { search, type, sort, descending }: ListView,
): Assembly[] => {
  const found = assemblies.filter(
    (assembly) => (type === '' || assembly.type === type) && matches(search)(assembly),
  )
  const order = compare[sort]
  return found.toSorted(descending ? (a, b) => order(b, a) : order)
}
