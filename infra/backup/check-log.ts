import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { logCheck } from '#infra/eventstore/verify.ts'
import type { LogRecord } from '#infra/eventstore/server/record.ts'
import type { LogEnd } from './manifest.ts'

const mostFaults = 100

/** A row of the log as Postgres writes it in JSON. */
type Line = Omit<LogRecord, 'bytes'> & { readonly record: string; readonly checksum: number }

const recordOf = ({ record, ...place }: Line): LogRecord => ({
  ...place,
  bytes: Buffer.from(record.slice('\\x'.length), 'hex'),
})

/** Holds every event of a copied log against its checksum and its neighbour, and says where the log ends. */
export const checkLog = async (
  folder: string,
): Promise<{ readonly end: LogEnd; readonly faults: readonly string[] }> => {
  const path = join(folder, 'eventstore', 'public.events.ndjson.gz')
  const check = logCheck()
  const faults: string[] = []
  let events = 0
  let last: LogEnd['last'] = null
  for await (const text of createInterface({
    input: createReadStream(path).pipe(createGunzip()),
  })) {
    const line = JSON.parse(text) as Line
    const fault = check(recordOf(line), line.checksum)
    if (fault && faults.length < mostFaults)
      faults.push(`SKADET plass ${line.position}, ${line.stream} nr. ${line.revision}: ${fault}`)
    events++
    last = { position: line.position, id: line.id }
  }
  return { end: { events, last }, faults }
}
