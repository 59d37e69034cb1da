import { Metadata, status } from '@grpc/grpc-js'

/** gRPC trailers must be ASCII. */
const asciiOf = (text: string): string =>
  text.replace(/[^\x20-\x24\x26-\x7e]+/gu, (odd) =>
    [...Buffer.from(odd)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )

/** The client chooses its error class by the `trailers`. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: status
  readonly details: string
  readonly metadata = new Metadata()

  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details)
    this.code = code
    this.details = details
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, asciiOf(value))
  }
}

export const invalidRequest = () => new RpcError(status.UNKNOWN, 'Exception was thrown by handler.')

export const serverStopping = () => new RpcError(status.UNAVAILABLE, 'The server is stopping')

export const deadlineExceeded = () => new RpcError(status.DEADLINE_EXCEEDED, 'Deadline Exceeded')

export const streamDeleted = (stream: string) =>
  new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const appendTooBig = (limit: number) =>
  new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  })

export const wrongVersionOnDelete = (stream: string, expected: bigint, actual: bigint) =>
  new RpcError(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': String(actual),
    },
  )
