// Classes of Postgres errors that are about the server's state, not about the data.
const passing = new Set(['08', '25', '40', '53', '55', '57', '58'])
const broken = /^(Connection|Backend|StatementTimeout|StatementCancelled|IdleTransaction)/
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
/** The socket of a server that is not running is not there. */
const unconnected =
  /^connect ENOENT |connection terminated|timeout exceeded when trying to connect/i

// Of a page or file of the database that is not as it was written.
const damaged = new Set(['58', 'XX'])

/** An error and what caused it. */
export const chainOf = (error: unknown): readonly Error[] =>
  error instanceof Error ? [error, ...chainOf(error.cause)] : []
const codeOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
const isOfClass = (error: Error, classes: ReadonlySet<string>) =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && classes.has(codeOf(error).slice(0, 2))

/** What it says is not about the data: tables themselves cannot be read, or written, any more. */
export const isDamage = (error: unknown): boolean =>
  chainOf(error).some((one) => isOfClass(one, damaged))

/** The database, or the connection to it, went away or has no time: the same statement may succeed later. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  chainOf(error).some(
    (one) =>
      broken.test(one.constructor.name) ||
      network.test(codeOf(one)) ||
      unconnected.test(one.message) ||
      isOfClass(one, passing),
  )
