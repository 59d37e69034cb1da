import type { LogRecord } from './record.ts'

const mostBytes = 4 * 1024 * 1024
const mostRecords = 4096

/** The newest records in memory, so that whoever follows the log closely asks nothing of the database. */
export class LogCache {
  #records: LogRecord[] = []
  #bytes = 0
  /** Everything from this position on is here. */
  #from: number

  constructor(from: number) {
    this.#from = from
  }

  reset(from: number): void {
    this.#records = []
    this.#bytes = 0
    this.#from = from
  }

  push(records: readonly LogRecord[]): void {
    for (const record of records) this.#bytes += record.bytes.length
    this.#records.push(...records)
    if (this.#bytes > mostBytes || this.#records.length > mostRecords) this.#shorten()
  }

  covers(position: number): boolean {
    return position >= this.#from
  }

  /** Records from this position on, which must be covered. */
  forwards(position: number, limit: number): readonly LogRecord[] {
    const at = this.#indexOf(position)
    return this.#records.slice(at, at + limit)
  }

  isRecord(position: number): boolean {
    return this.#records[this.#indexOf(position)]?.position === position
  }

  /** By half at a time, so that the cost of moving the rest is spread. */
  #shorten(): void {
    let dropped = 0
    while (
      dropped < this.#records.length - 1 &&
      (this.#bytes > mostBytes / 2 || this.#records.length - dropped > mostRecords / 2)
    )
      this.#bytes -= this.#records[dropped++]!.bytes.length
    this.#records = this.#records.slice(dropped)
    this.#from = this.#records[0]!.position
  }

  #indexOf(position: number): number {
    let low = 0
    let high = this.#records.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#records[middle]!.position < position) low = middle + 1
      else high = middle
    }
    return low
  }
}
