export type RecordRow = {
  entity: string
  id: string
  number: number | null
  fields: Record<string, unknown>
}
export type LinkId = { assembly_id: number; kind: string; item_id: number }
export type OfferId = { entity: string; id: number; supplier_id: number }
type AttributeId = { assembly_id: number; id: number }
type Made = { created_at: string }

/** Positions are text, since they exceed what JSON numbers hold. */
export type Version<Row extends object> = Row & { readonly position: string; ended: string | null }

/** The versions of one table during a batch. Each key has at most one open version. */
export class Versions<Row extends object, Key extends keyof Row & string> {
  readonly table: string
  /** The columns by which a version is found, besides its position. */
  readonly key: readonly Key[]
  readonly #open: Map<string, Version<Row>>
  readonly #before: ReadonlySet<Version<Row>>
  readonly made: Version<Row>[] = []
  /** Versions of earlier batches that this one ended. */
  readonly ended: Version<Row>[] = []

  constructor(table: string, key: readonly Key[], before: readonly Version<Row>[]) {
    this.table = table
    this.key = key
    this.#before = new Set(before)
    this.#open = new Map(before.map((version) => [this.#keyOf(version), version]))
  }

  #keyOf(row: Pick<Row, Key>): string {
    return this.key.map((column) => row[column]).join(' ')
  }

  find(row: Pick<Row, Key>): Row | undefined {
    return this.#open.get(this.#keyOf(row))
  }

  all(isMeant: (row: Row) => boolean): readonly Row[] {
    return [...this.#open.values()].filter(isMeant)
  }

  /** With the other columns of its table. */
  put(row: Row & Readonly<Record<string, unknown>>, position: bigint): void {
    this.end(row, position)
    const version = { ...row, position: `${position}`, ended: null }
    this.#open.set(this.#keyOf(row), version)
    this.made.push(version)
  }

  end(row: Pick<Row, Key>, position: bigint): void {
    const key = this.#keyOf(row)
    const version = this.#open.get(key)
    if (!version) return
    version.ended = `${position}`
    this.#open.delete(key)
    if (this.#before.has(version)) this.ended.push(version)
  }
}

export type State = {
  readonly records: Versions<RecordRow, 'entity' | 'id'>
  readonly links: Versions<LinkId & Made, keyof LinkId>
  readonly attributes: Versions<AttributeId & Made, keyof AttributeId>
  readonly offers: Versions<OfferId & Made, keyof OfferId>
}
