import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#infra/rest/client.ts'

/** As the last acknowledged command left it. */
export type Acknowledged = {
  readonly path: string
  readonly notes: string
  readonly commands: number
}

const retryFor = 180_000
const pause = 100

/** These answers do not tell whether the command was done. */
const isTransient = (status: number): boolean => status === 503 || status === 429

export class Ledger {
  readonly records = new Map<string, Acknowledged>()
  readonly links = new Map<number, Set<number>>()
  imported = 0
  /** Reads without the client's own write and without the stale header. */
  stale = 0
  /** Reads without the client's own write, but marked as stale. */
  marked = 0
  readonly statuses = new Map<string, number>()
  readonly faults: string[] = []
  /** By kind of request. */
  readonly times = new Map<string, number[]>()

  done(path: string, notes: string): void {
    const commands = (this.records.get(path)?.commands ?? 0) + 1
    this.records.set(path, { path, notes, commands })
  }

  linked(parent: number, child: number): void {
    const children = this.links.get(parent) ?? new Set()
    this.links.set(parent, children.add(child))
  }

  idsOf(entity: string): readonly number[] {
    return [...this.records.keys()]
      .filter((path) => path.startsWith(`/api/${entity}/`))
      .map((path) => Number(path.split('/').at(-1)))
  }

  fault(what: string, { status, body }: Answer): void {
    this.faults.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }

  /** Retries, which an idempotency key makes safe. */
  async definite(kind: string, ask: () => Promise<Answer>): Promise<Answer> {
    for (const end = performance.now() + retryFor; performance.now() < end; await sleep(pause)) {
      const from = performance.now()
      const answer = await ask().catch(() => null)
      this.#note(kind, performance.now() - from, answer)
      if (answer && !isTransient(answer.status)) return answer
    }
    throw new Error(`${kind}: no definite answer within ${retryFor / 1000} s`)
  }

  /** Counts a 503 by its code, which says whether the outcome is unknown. */
  #note(kind: string, time: number, answer: Answer | null): void {
    const what = answer?.status === 503 ? `503 ${String(answer.body['code'])}` : answer?.status
    const seen = String(what ?? 'lost')
    this.statuses.set(seen, (this.statuses.get(seen) ?? 0) + 1)
    if (!answer) return
    const times = this.times.get(kind) ?? []
    times.push(time)
    this.times.set(kind, times)
    if (answer.status >= 500 && answer.status !== 503) this.fault(kind, answer)
  }
}
