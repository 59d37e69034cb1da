import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'

type Headers = Record<string, string | string[] | undefined>

export type Answerer = {
  /** The headers of the answer as the client gets them. */
  readonly head: (status: number, headers: Headers) => Headers
  /** The service failed before its answer began. */
  readonly failed: (error: Error) => void
  /** A client that leaves takes its request with it. Commands go on: their outcome is asked for later. */
  readonly abortable: boolean
  /** A client that takes nothing for so long is cut off: what it does not read is held by the service. */
  readonly readWithin: number
}

/**
 * Passes a service's answer on as it comes, at the pace of the client. Written on undici's lowest layer:
 * measured beside @fastify/http-proxy it costs a third of the time per request.
 */
export class Transfer implements Dispatcher.DispatchHandler {
  readonly #raw: ServerResponse
  readonly #answerer: Answerer
  #controller: Dispatcher.DispatchController | undefined
  #unread: NodeJS.Timeout | undefined

  constructor(raw: ServerResponse, answerer: Answerer) {
    this.#raw = raw
    this.#answerer = answerer
    raw.once('close', () => this.#left())
    raw.on('drain', () => this.#taken())
  }

  #left(): void {
    this.#taken()
    if (this.#answerer.abortable && !this.#raw.writableFinished)
      this.#controller?.abort(new Error('The client has left'))
  }

  #taken(): void {
    clearTimeout(this.#unread)
    this.#unread = undefined
    this.#controller?.resume()
  }

  /** Waits no longer, if the answer has not begun. */
  giveUp(why: Error): void {
    if (!this.#raw.headersSent) this.#controller?.abort(why)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
  ): void {
    // Interim answers (103) are not ours to pass on.
    if (status >= 200) this.#raw.writeHead(status, this.#answerer.head(status, headers))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#raw.write(chunk) || this.#raw.destroyed) return
    controller.pause()
    this.#unread ??= setTimeout(() => this.#raw.destroy(), this.#answerer.readWithin)
  }

  onResponseEnd(): void {
    this.#raw.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.#raw.headersSent) this.#answerer.failed(error)
    // Half an answer must not look like a whole one.
    else this.#raw.destroy()
  }
}
