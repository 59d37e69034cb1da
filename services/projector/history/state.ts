import type { RecordId } from '../kernel/projection.ts'

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

/** Positions are text, since they exceed what JSON numbers hold. */
export type Version<Row extends object> = Row & { readonly position: string; ended: string | null }

/** The versions of one table during a batch. Each key has at most one open version. */
export class Versions<Row extends object> {
  readonly #open: Map<string, Version<Row>>
  readonly #before: ReadonlySet<Version<Row>>
  readonly made: Version<Row>[] = []
  /** Versions of earlier batches that this one ended. */
  readonly ended: Version<Row>[] = []
  readonly #keyOf: (row: Row) => string

  constructor(before: readonly Version<Row>[], keyOf: (row: Row) => string) {
    this.#keyOf = keyOf
    this.#before = new Set(before)
    this.#open = new Map(before.map((version) => [keyOf(version), version]))
  }

  find(key: string): Row | undefined {
    return this.#open.get(key)
  }

  all(isMeant: (row: Row) => boolean): readonly Row[] {
    return [...this.#open.values()].filter(isMeant)
  }

  put(row: Row, position: bigint): void {
    const key = this.#keyOf(row)
    this.end(key, position)
    const version = { ...row, position: `${position}`, ended: null }
    this.#open.set(key, version)
    this.made.push(version)
  }

  end(key: string, position: bigint): void {
    const version = this.#open.get(key)
    if (!version) return
    version.ended = `${position}`
    this.#open.delete(key)
    if (this.#before.has(version)) this.ended.push(version)
  }
}

export type State = {
  readonly records: Versions<RecordRow>
  readonly links: Versions<LinkRow>
  readonly attributes: Versions<AttributeRow>
  readonly offers: Versions<OfferRow>
}
