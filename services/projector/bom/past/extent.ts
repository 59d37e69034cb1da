import type { LinkKind } from '#contracts/assembly/link-kinds.ts'

/** What of all assemblies a question is about: of the past no more than that is read. */
export type Extent =
  | { readonly what: 'everything' }
  | { readonly what: 'below'; readonly id: number }
  | { readonly what: 'above'; readonly kind: LinkKind; readonly id: number }

/** A model that a question is asked of: the present one unless it says as of when. */
export type Asked = { readonly asOf: string | undefined; readonly extent: Extent }

type Request = { readonly query: { readonly asOf?: string | undefined } }
type RequestOfOne = Request & { readonly params: { readonly id: number } }

export const everything = ({ query: { asOf } }: Request): Asked => ({
  asOf,
  extent: { what: 'everything' },
})
export const below = ({ params: { id }, query: { asOf } }: RequestOfOne): Asked => ({
  asOf,
  extent: { what: 'below', id },
})
export const above = (
  kind: LinkKind,
  { params: { id }, query: { asOf } }: RequestOfOne,
): Asked => ({ asOf, extent: { what: 'above', kind, id } })
