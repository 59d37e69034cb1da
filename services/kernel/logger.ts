import { LRUCache } from 'lru-cache'
import { destination, type LoggerOptions } from 'pino'

const repeatInterval = 1_000
const warning = 40
const longest = 64 * 1024

const partsOf = (error: Error): readonly unknown[] =>
  error instanceof AggregateError ? error.errors : []

const messagesOf = (error: unknown): string[] =>
  error instanceof Error
    ? [error.name, error.message, ...[error.cause, ...partsOf(error)].flatMap(messagesOf)]
    : []

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

type Write = (args: readonly unknown[]) => void

const withCount = (args: readonly unknown[], repeated: number): readonly unknown[] => {
  const [first, ...rest] = args
  if (first instanceof Error) return [{ err: first, repeated }, ...rest]
  return typeof first === 'object' ? [{ ...first, repeated }, ...rest] : [{ repeated }, ...args]
}

/** Per interval and cause: writes the first line at once, and the last one at the end with a count. */
export const oncePerInterval = (interval: number) => {
  const causes = new LRUCache<string, { count: number; last: readonly unknown[] }>({ max: 1_000 })
  return (args: readonly unknown[], level: number, write: Write): void => {
    const cause = causeOf(args, level)
    const current = causes.get(cause)
    if (current) {
      current.count++
      current.last = args
      return
    }
    const open = { count: 0, last: args }
    causes.set(cause, open)
    write(args)
    const close = () => {
      if (open.count === 0) return causes.delete(cause)
      write(withCount(open.last, open.count))
      open.count = 0
      return setTimeout(close, interval).unref()
    }
    setTimeout(close, interval).unref()
  }
}

type PlainError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [more: string]: unknown
}

/** Without the fields that databases add: values of a statement may be personal data. */
export const plainError = (thrown: unknown): PlainError => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name: type, message, stack = '', cause } = error
  const code = 'code' in error ? error.code : undefined
  const parts = partsOf(error)
  return {
    type,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: plainError(cause) }),
    ...(parts.length > 0 && { errors: parts.map(plainError) }),
  }
}

// Writes to standard output, which the supervisor connects to the log file itself: a pipe that nobody reads
// would block the service.
export const logger = (service: string, level: string) => {
  const stream = destination({ sync: true, maxLength: longest })
  // With a full disk the line is lost, but the service goes on.
  stream.on('error', () => undefined)
  const limited = oncePerInterval(repeatInterval)
  return {
    level,
    base: { service },
    serializers: { err: plainError },
    stream,
    hooks: {
      logMethod(all, method, number) {
        const write = (args: readonly unknown[]) => method.apply(this, args as typeof all)
        if (number < warning) write(all)
        else limited(all, number, write)
      },
    } satisfies LoggerOptions['hooks'],
  }
}
