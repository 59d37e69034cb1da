declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** A stream of rows in COPY's text format, to be given to `client.query`. */
  export function from(statement: string): Writable & Submittable
}
