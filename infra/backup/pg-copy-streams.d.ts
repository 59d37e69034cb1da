declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** Streams of rows as COPY reads and writes them, to be given to `client.query`. */
  export function from(statement: string): Writable & Submittable
  /** The rows of a COPY; how many there were is known at its end. */
  export function to(statement: string): Readable & Submittable & { readonly rowCount: number }
}
