import { createHash, randomUUID } from 'node:crypto'
import { jsonEvent, type EventStoreDBClient, type ResolvedEvent } from '@eventstore/db-client'

export type Answers = Record<string, unknown>

/** These values differ between runs, so only their type is compared. */
const volatile = new Set(['position', 'commitPosition', 'metastreamRevision'])

const uuidOf = (text: string): string => {
  const hash = createHash('sha1').update(text).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
}

/** Records a server's answers in a form that is the same in every run. */
export class Recorder {
  readonly client: EventStoreDBClient
  readonly answers: Answers = {}
  readonly #run = randomUUID().slice(0, 8)
  readonly #names = new Map<string, string>()
  #heading = ''

  constructor(client: EventStoreDBClient) {
    this.client = client
  }

  stream(name: string): string {
    return `${this.#run}-${name}`
  }

  /** The same name gives the same id and data. */
  event(name: string, type = 'T') {
    const own = name.startsWith(this.#run) ? name : this.stream(name)
    const id = uuidOf(own)
    this.#names.set(id, own)
    return jsonEvent({ id, type, data: { n: own }, metadata: { m: own } })
  }

  events(stream: string, count: number) {
    return Array.from({ length: count }, (_, index) => this.event(`${stream}${index}`))
  }

  async under(heading: string, steps: () => Promise<void>): Promise<void> {
    this.#heading = heading
    await steps()
    this.#heading = ''
  }

  async step(name: string, ask: () => unknown): Promise<void> {
    const key = this.#heading ? `${this.#heading}: ${name}` : name
    if (key in this.answers) throw new Error(`Two steps are called "${key}"`)
    try {
      this.answers[key] = this.normal(await ask())
    } catch (error) {
      this.answers[key] = this.error(error)
    }
  }

  error(thrown: unknown): unknown {
    const error = thrown as Error & Record<string, unknown>
    return this.normal({
      error: error.constructor.name,
      type: error['type'],
      code: error['code'],
      stream: error['streamName'],
      expected: error['expectedVersion'],
      actual: error['actualVersion'],
      maxAppendSize: error['maxAppendSize'],
    })
  }

  normal(value: unknown): unknown {
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'string')
      return value.replaceAll(`${this.#run}-`, '').replaceAll(this.#run, '')
    if (value instanceof Date) return 'date'
    if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
    if (Array.isArray(value)) return value.map((item) => this.normal(item))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(
      ([key, item]) => item !== undefined || volatile.has(key),
    )
    return Object.fromEntries(entries.map(([key, item]) => [key, this.#field(key, item)]))
  }

  #field(key: string, value: unknown): unknown {
    if (volatile.has(key)) return typeof value
    return key === 'id' ? this.normal(this.#names.get(String(value)) ?? 'id') : this.normal(value)
  }
}

export const all = async (read: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> => {
  const events: ResolvedEvent[] = []
  for await (const event of read) events.push(event)
  return events
}

export const brief = (events: readonly ResolvedEvent[]): string[] =>
  events.map(({ event }) => {
    const { n = '' } = (event?.data ?? {}) as { n?: string }
    return `${event?.revision}:${event?.type}:${n}`
  })
