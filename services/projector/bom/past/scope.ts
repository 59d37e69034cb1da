import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { PointInTimeQuery } from '../../kernel/as-of.ts'

/** Limits what is read of the past to what the query needs. */
export type Scope =
  | { readonly what: 'everything' }
  | { readonly what: 'below'; readonly ids: readonly number[] }
  | { readonly what: 'above'; readonly kind: LinkKind; readonly id: number }

/** The present model, unless `asOf` or `validOn` is given. */
export type ModelQuery = PointInTimeQuery & { readonly scope: Scope }
