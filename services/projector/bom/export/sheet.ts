import type { Exact } from '#graph/exact.ts'

/** A text, a whole number, an exact decimal, or nothing. */
export type Cell = string | { readonly number: Exact } | { readonly decimal: string } | null

export type Sheet = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: Iterable<readonly Cell[]>
}

export const number = (value: Exact): Cell => ({ number: value })
export const decimal = (value: string | null): Cell => (value === null ? null : { decimal: value })
