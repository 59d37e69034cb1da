/** The codes of gRPC that this server answers with. */
export const code = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const

export type Code = (typeof code)[keyof typeof code]

/** Ends a call with a status; `trailers` tell the client which of its error classes to make of it. */
export class Status extends Error {
  readonly code: Code
  readonly trailers: Readonly<Record<string, string>>

  constructor(status: Code, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = status
    this.trailers = trailers
  }
}

/** Header values must be ASCII; gRPC percent-encodes the rest of a message. */
export const headerSafe = (text: string): string =>
  text.replace(/[^\x20-\x24\x26-\x7e]+/gu, (odd) =>
    [...Buffer.from(odd)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )

const unexpected = 'Exception was thrown by handler.'

export const streamDeleted = (stream: string) =>
  new Status(code.failedPrecondition, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const appendTooBig = (limit: number) =>
  new Status(code.invalidArgument, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  })

export const wrongVersionOnDelete = (stream: string, expected: bigint, actual: bigint) =>
  new Status(
    code.failedPrecondition,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': String(actual),
    },
  )

export const notInHandler = () => new Status(code.unknown, unexpected)
