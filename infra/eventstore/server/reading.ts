import type { Call } from './call.ts'
import type { Engine } from './engine.ts'
import type { Filter } from './filter.ts'
import { withLinks } from './links.ts'
import { eventFrames } from './read-answers.ts'
import type { LogRecord } from './record.ts'
import { code, Status } from './status.ts'
import { withStructuredIds } from './structured-ids.ts'

export type ReadOptions = {
  readonly forwards: boolean
  readonly count: number
  readonly resolveLinks: boolean
  readonly structuredIds: boolean
  readonly filter: Filter | null
}

export const unexpectedResult = (which: 'ReadStreamResult' | 'ReadAllResult') =>
  new Status(code.unknown, `Unexpected ${which}: Error`)

const bytesPerWrite = 64 * 1024

/** Sends records in writes of moderate size, each awaited, so that a slow client holds no memory here. */
export const sendRecords = async (
  engine: Engine,
  call: Call,
  records: readonly LogRecord[],
  options: Pick<ReadOptions, 'resolveLinks' | 'structuredIds'>,
): Promise<void> => {
  const plain = await withLinks(engine.store, records, options.resolveLinks)
  const resolved = options.structuredIds ? plain.map(withStructuredIds) : plain
  let from = 0
  while (from < resolved.length && !call.cut) {
    let bytes = 0
    let to = from
    while (to < resolved.length && bytes < bytesPerWrite) {
      const { event, link } = resolved[to++]!
      bytes += (event?.bytes.length ?? 0) + (link?.bytes.length ?? 0)
    }
    await call.sendFrames(eventFrames(resolved.slice(from, to)))
    from = to
  }
}
