import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#infra/rest/client.ts'

/** A record of a writer's own: what the last command that was acknowledged left. */
export type Kept = { readonly path: string; readonly notes: string; readonly commands: number }

const patience = 180_000
const pause = 100

/** Asked again: it says nothing of what was asked for. */
const isTransient = (status: number): boolean => status === 503 || status === 429

/** What all clients were answered, what was wrong with it, and what was acknowledged, to be held against what the system has in the end. */
export class Ledger {
  readonly records = new Map<string, Kept>()
  readonly links = new Map<number, Set<number>>()
  imported = 0
  /** Reads that did not show the reader's own write, and did not say so. */
  stale = 0
  /** Those that said so. */
  marked = 0
  readonly statuses = new Map<string, number>()
  readonly faults: string[] = []
  /** Milliseconds of each answer, by kind of question. */
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

  /** Asks until the answer is definite. A command that carries a key is done once, however often. */
  async definite(kind: string, ask: () => Promise<Answer>): Promise<Answer> {
    for (const end = performance.now() + patience; performance.now() < end; await sleep(pause)) {
      const from = performance.now()
      const answer = await ask().catch(() => null)
      this.#note(kind, performance.now() - from, answer)
      if (answer && !isTransient(answer.status)) return answer
    }
    throw new Error(`${kind}: no definite answer within ${patience / 1000} s`)
  }

  /** Of no answer the connection was lost; of the many 503 it is said which: not there, or not known. */
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
