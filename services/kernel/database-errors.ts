// Error classes of Postgres that concern the server's state, not the data.
const transient = new Set(['08', '25', '40', '53', '55', '57', '58'])
const broken = /^(Connection|Backend|StatementTimeout|StatementCancelled|IdleTransaction)/
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
/** ENOENT: the Unix socket of a stopped server does not exist. */
const unconnected =
  /^connect ENOENT |connection terminated|timeout exceeded when trying to connect/i

// Corrupt pages or files.
const damaged = new Set(['58', 'XX'])

export const chainOf = (error: unknown): readonly Error[] =>
  error instanceof Error ? [error, ...chainOf(error.cause)] : []
const codeOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
const isOfClass = (error: Error, classes: ReadonlySet<string>) =>
  /^[0-9A-Z]{5}$/.test(codeOf(error)) && classes.has(codeOf(error).slice(0, 2))

export const isDamage = (error: unknown): boolean =>
  chainOf(error).some((one) => isOfClass(one, damaged))

export const isDatabaseUnavailable = (error: unknown): boolean =>
  chainOf(error).some(
    (one) =>
      broken.test(one.constructor.name) ||
      network.test(codeOf(one)) ||
      unconnected.test(one.message) ||
      isOfClass(one, transient),
  )
