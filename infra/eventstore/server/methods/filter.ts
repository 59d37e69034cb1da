import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { LogRecord } from '../log/record.ts'
import { invalidRequest } from '../rpc-error.ts'

export type Filter = {
  readonly passes: (record: LogRecord) => boolean
  /** A checkpoint is sent after this many records, whether they pass or not. */
  readonly checkpointEvery: number
}

/** EventStoreDB's default. */
const searchWindow = 32

const regex = (source: string): RegExp => {
  try {
    return new RegExp(source)
  } catch {
    throw invalidRequest()
  }
}

type Expression = ReadReq.Options.FilterOptions.Expression

const textTest = (expression: Expression | undefined): ((text: string) => boolean) => {
  const prefixes = expression?.getPrefixList() ?? []
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix))
  const pattern = regex(expression?.getRegex() ?? '')
  return (text) => pattern.test(text)
}

export const filterOf = (options: ReadReq.Options): Filter | null => {
  const filter = options.getFilter()
  if (!filter) return null
  const onStream = filter.hasStreamIdentifier()
  const test = textTest(onStream ? filter.getStreamIdentifier() : filter.getEventType())
  const window = filter.hasMax() ? filter.getMax() : searchWindow
  return {
    passes: (record) => test(onStream ? record.stream : record.type),
    checkpointEvery: window * Math.max(1, filter.getCheckpointintervalmultiplier()),
  }
}
