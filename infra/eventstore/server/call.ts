import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { framed, messageSplitter } from './message-splitter.ts'
import { code, headerSafe, Status } from './status.ts'

const nearDeadline = 250
const resetFollowsWithin = 30

const answerHeaders = { ':status': 200, 'content-type': 'application/grpc' } as const

/** One gRPC call as the server sees it. */
export class Call {
  readonly #stream: ServerHttp2Stream
  readonly #headers: IncomingHttpHeaders
  readonly #gone = new AbortController()
  #draining: Promise<void> | null = null
  #waiting: Buffer[] = []
  #sending: Promise<void> | null = null
  /** Epoch milliseconds after which the client no longer waits. */
  readonly deadline: number

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.#stream = stream
    this.#headers = headers
    this.deadline = Date.now() + timeoutOf(headers['grpc-timeout'])
    // A client that goes away in the midst of a call is no fault of ours; 'close' follows.
    stream.on('error', () => this.#gone.abort())
    stream.on('close', () => this.#gone.abort())
  }

  /** What the client says beside its request. */
  header(name: string): string | undefined {
    const value = this.#headers[name]
    return typeof value === 'string' ? value : undefined
  }

  /** Aborts when the client has gone or the call is over. */
  get signal(): AbortSignal {
    return this.#gone.signal
  }

  /** True when the call was cut off. */
  get cut(): boolean {
    return this.signal.aborted || this.#stream.closed || this.#stream.destroyed
  }

  /** Hands over each message as it comes; resolves once the client has sent its last. */
  receive(onMessage: (message: Buffer) => void): Promise<void> {
    const split = messageSplitter(onMessage)
    return new Promise((resolve, reject) => {
      this.#stream.on('data', (chunk: Buffer) => {
        try {
          split(chunk)
        } catch (error) {
          this.#stream.removeAllListeners('data')
          this.#stream.resume()
          reject(error)
        }
      })
      this.#stream.on('end', resolve)
      this.#stream.on('close', resolve)
    })
  }

  /**
   * The messages of a whole request. A client whose deadline passes while it is still sending first ends
   * the call and then resets it (Node's HTTP/2 does so), and what came by then would look whole. So near
   * the deadline the end is believed only if no reset follows it.
   */
  async all(): Promise<Buffer[]> {
    const messages: Buffer[] = []
    await this.receive((message) => messages.push(message))
    if (this.deadline - Date.now() < nearDeadline) await sleep(resetFollowsWithin)
    if (this.cut) throw new Status(code.cancelled, 'The client has gone')
    return messages
  }

  async one(): Promise<Buffer> {
    const [message] = await this.all()
    if (!message) throw new Status(code.internal, 'The call ended without a request')
    return message
  }

  /** Messages of one turn of the event loop, such as the answers to a commit, leave in one write. */
  send(message: Uint8Array): Promise<void> {
    this.#waiting.push(framed(message))
    return (this.#sending ??= this.#sendWaiting())
  }

  async #sendWaiting(): Promise<void> {
    await new Promise(setImmediate)
    const frames = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#sending = null
    await this.sendFrames(frames)
  }

  /** Sends messages that are framed already, and waits while the client is slow to take them. */
  async sendFrames(frames: Uint8Array): Promise<void> {
    if (this.signal.aborted || this.#stream.destroyed) return
    if (!this.#stream.headersSent) this.#stream.respond(answerHeaders, { waitForTrailers: true })
    if (this.#stream.write(frames)) return
    await this.#drained()
  }

  /** One wait for all: a batch call has as many answers waiting here as it has appends in flight. */
  #drained(): Promise<void> {
    this.#draining ??= new Promise((resolve) => {
      const stream = this.#stream
      const done = () => {
        stream.off('drain', done).off('close', done)
        this.#draining = null
        resolve()
      }
      stream.on('drain', done).on('close', done)
    })
    return this.#draining
  }

  finish(status: Status | null): void {
    const stream = this.#stream
    if (stream.destroyed || stream.closed || stream.writableEnded) return
    const trailers = trailersOf(status)
    if (stream.headersSent) {
      stream.once('wantTrailers', () => stream.sendTrailers(trailers))
      stream.end()
    } else {
      stream.respond({ ...answerHeaders, ...trailers }, { endStream: true })
    }
    // What the client still sends is read and dropped; a reset could overtake the trailers.
    stream.resume()
  }
}

const trailersOf = (status: Status | null): Record<string, string> => {
  if (!status) return { 'grpc-status': '0' }
  const safe = Object.entries(status.trailers).map(([key, value]) => [key, headerSafe(value)])
  return {
    'grpc-status': String(status.code),
    'grpc-message': headerSafe(status.message),
    ...Object.fromEntries(safe),
  }
}

const units: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
}

const timeoutOf = (header: string | string[] | undefined): number => {
  const [, amount, unit] = /^(\d+)([HMSmun])$/.exec(String(header ?? '')) ?? []
  return amount && unit ? Number(amount) * units[unit]! : Infinity
}
