import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#infra/rest/client.ts'

const patience = 180_000
const pause = 100

/** Asked again: it says nothing of what was asked for. */
const isPassing = (status: number): boolean => status === 503 || status === 429

/** What all clients were answered, and what was wrong with it. */
export class Answers {
  readonly statuses = new Map<string, number>()
  readonly faults: string[] = []
  /** Milliseconds of each answer, by kind of question. */
  readonly times = new Map<string, number[]>()

  fault(text: string): void {
    this.faults.push(text)
  }

  /** Asks until the answer is definite. A command that carries a key is done once, however often. */
  async definite(kind: string, ask: () => Promise<Answer>): Promise<Answer> {
    for (const end = performance.now() + patience; performance.now() < end; await sleep(pause)) {
      const answer = await this.#once(kind, ask)
      if (answer && !isPassing(answer.status)) return answer
    }
    throw new Error(`${kind}: no definite answer within ${patience / 1000} s`)
  }

  /** Null when the connection was lost. */
  async #once(kind: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    const from = performance.now()
    try {
      const answer = await ask()
      this.#note(kind, performance.now() - from, answer)
      return answer
    } catch {
      this.#count('lost')
      return null
    }
  }

  #note(kind: string, time: number, { status, body }: Answer): void {
    // Of the many 503 it is said which: not there, or not known.
    this.#count(status === 503 ? `503 ${String(body['code'])}` : String(status))
    const times = this.times.get(kind) ?? []
    times.push(time)
    this.times.set(kind, times)
    if (status >= 500 && status !== 503)
      this.fault(`${kind}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }

  #count(what: string): void {
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1)
  }
}
