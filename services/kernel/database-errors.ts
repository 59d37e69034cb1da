// Classes of Postgres errors that are about the server's state, not about the data.
const passing = new Set(['08', '25', '40', '53', '55', '57', '58'])
const broken = /^(Connection|Backend|StatementTimeout|StatementCancelled|IdleTransaction)/
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/
/** The socket of a server that is not running is not there. */
const noSocket = /^connect ENOENT /

// Of a page or file of the database that is not as it was written.
const damaged = new Set(['58', 'XX'])

/** What it says is not about the data: tables themselves cannot be read, or written, any more. */
export const isDamage = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (/^[0-9A-Z]{5}$/.test(code) && damaged.has(code.slice(0, 2))) return true
  }
  return false
}

/** The database, or the connection to it, went away or has no time: the same statement may succeed later. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (broken.test(at.constructor.name) || network.test(code) || noSocket.test(at.message))
      return true
    if (/^[0-9A-Z]{5}$/.test(code) && passing.has(code.slice(0, 2))) return true
    if (/connection terminated|timeout exceeded when trying to connect/i.test(at.message))
      return true
  }
  return false
}
