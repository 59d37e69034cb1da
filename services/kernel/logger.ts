import { LRUCache } from 'lru-cache'
import { destination, type LoggerOptions } from 'pino'

const often = 1_000
const warning = 40
const longest = 64 * 1024

const messagesOf = (error: unknown): string[] =>
  error instanceof Error ? [error.name, error.message, ...messagesOf(error.cause)] : []

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

/** Writes one line of each cause in each interval; of those held back it then writes the last, and how many they were. */
export const oncePerInterval = (interval: number) => {
  const causes = new LRUCache<string, { count: number; last: readonly unknown[] }>({ max: 1_000 })
  return (args: readonly unknown[], level: number, write: Write): void => {
    const cause = causeOf(args, level)
    const held = causes.get(cause)
    if (held) {
      held.count++
      held.last = args
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
  const limited = oncePerInterval(often)
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
