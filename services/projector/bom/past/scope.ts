import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { PointInTimeQuery } from '../../kernel/as-of.ts'

/** Limits what is read of the past to what the query needs. */
export type Scope =
  | { readonly what: 'everything' }
  | { readonly what: 'below'; readonly ids: readonly number[] }
  | { readonly what: 'above'; readonly kind: LinkKind; readonly id: number }

/** The present model, unless `asOf` or `validOn` is given. */
export type ModelQuery = PointInTimeQuery & { readonly scope: Scope }

type Request = { readonly query: PointInTimeQuery }
type RequestOfOne = Request & { readonly params: { readonly id: number } }

const modelQuery = ({ query: { asOf, validOn } }: Request, scope: Scope): ModelQuery => ({
  asOf,
  validOn,
  scope,
})

export const everything = (request: Request): ModelQuery =>
  modelQuery(request, { what: 'everything' })
export const below = (request: RequestOfOne): ModelQuery =>
  modelQuery(request, { what: 'below', ids: [request.params.id] })
export const above = (kind: LinkKind, request: RequestOfOne): ModelQuery =>
  modelQuery(request, { what: 'above', kind, id: request.params.id })
