import type { RecordId } from '../kernel/projection.ts'
import type { Versions } from './versions.ts'

export type RecordRow = {
  entity: string
  id: string
  number: number | null
  fields: Record<string, unknown>
}
export type LinkId = { assembly_id: number; kind: string; item_id: number }
export type LinkRow = LinkId & {
  quantity: number
  notes: string | null
  sort_order: number
  created_at: string
}
export type AttributeRow = {
  assembly_id: number
  id: number
  description: string
  value: string
  unit: string | null
  drawing_number: string | null
  editable: boolean
  sort_order: number
  created_at: string
}

export type OfferId = { entity: string; id: number; supplier_id: number }
export type OfferRow = OfferId & {
  supplier_articlenumber: string | null
  cost_price: string | null
  cost_price_currency: string
  unit: string
  minimum_order: number | null
  lead_time: number | null
  created_at: string
  updated_at: string
}

export const recordKey = ({ entity, id }: { entity: string; id: RecordId }) => `${entity} ${id}`
export const linkKey = ({ assembly_id, kind, item_id }: LinkId) =>
  `${kind} ${assembly_id} ${item_id}`
export const attributeKey = ({ id }: { id: number }) => String(id)
export const offerKey = ({ entity, id, supplier_id }: OfferId) => `${entity} ${id} ${supplier_id}`

export type State = {
  readonly records: Versions<RecordRow>
  readonly links: Versions<LinkRow>
  readonly attributes: Versions<AttributeRow>
  readonly offers: Versions<OfferRow>
}
