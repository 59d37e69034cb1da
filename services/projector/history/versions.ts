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
