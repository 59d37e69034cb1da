import { LRUCache } from 'lru-cache'
import { destination, type LoggerOptions } from 'pino'

const often = 1_000
const warning = 40
const longest = 64 * 1024

/** Of an error and of what caused it. */
const messagesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.name, error.message, ...messagesOf(error.cause)] : []

/** What a line is about, whatever ids, addresses and numbers it names. */
const causeOf = (args: readonly unknown[], level: number): string => {
  const [first] = args
  const { err } = (typeof first === 'object' && first !== null ? first : {}) as { err?: unknown }
  const error = first instanceof Error ? first : err
  const texts = args.filter((arg) => typeof arg === 'string')
  const words = [...texts, ...messagesOf(error)]
    .join(' ')
    .replaceAll(/[0-9a-f-]*\d[0-9a-f-]*/g, '#')
  return `${level} ${words}`
}

/** Lets a line of each cause through once a second: what goes wrong for everybody is said once. */
export const oncePerSecond = (now: () => number = Date.now) => {
  const said = new LRUCache<string, number>({ max: 1_000 })
  return (args: readonly unknown[], level: number): boolean => {
    const cause = causeOf(args, level)
    if (now() - (said.get(cause) ?? -often) < often) return false
    said.set(cause, now())
    return true
  }
}

type PlainError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [more: string]: unknown
}

/** Without what databases add: a statement's values may be somebody's name or address. */
export const plainError = (thrown: unknown): PlainError => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name: type, message, stack = '', cause } = error
  const code = 'code' in error ? error.code : undefined
  return { type, message, code, stack, ...(cause !== undefined && { cause: plainError(cause) }) }
}

/**
 * What a service says, on standard output, line by line. Under the supervisor that is the log file itself:
 * a pipe that is not emptied would hold the service up.
 */
export const logger = (service: string, level: string) => {
  const stream = destination({ sync: true, maxLength: longest })
  // A disk that is full must not end who only wants to say so: the line is lost.
  stream.on('error', () => undefined)
  const maySay = oncePerSecond()
  return {
    level,
    base: { service },
    serializers: { err: plainError },
    stream,
    hooks: {
      logMethod(args, method, number) {
        if (number < warning || maySay(args, number)) method.apply(this, args)
      },
    } satisfies LoggerOptions['hooks'],
  }
}
