import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import type { Audit, Opened } from '../audit.ts'
import type { Signed } from '../notes/checkpoints.ts'
import { entriesAt } from './entries.ts'
import { remainingNodes } from '../tree/merkle.ts'
import { zipOf, type File } from './zip.ts'

const verifier = readFileSync(join(import.meta.dirname, 'verify.mjs'), 'utf8')

const createDigests = () => {
  const digests: string[] = []
  const file = ({ name, content }: File): File => ({
    name,
    content: (async function* () {
      const hash = createHash('sha256')
      for await (const text of content) {
        hash.update(text)
        yield text
      }
      digests.push(`${hash.digest('hex')}  ${name}\n`)
    })(),
  })
  return { digests, file }
}

async function* joined(
  [open, close]: readonly [string, string],
  parts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  let before = open
  for await (const part of parts) {
    yield before + part
    before = ','
  }
  yield before === open ? open + close : close
}

type Leaves = { readonly indexes: readonly number[]; readonly hashes: Buffer }

const hashSize = 32

async function* proofsOf(
  { tiles }: Opened,
  { indexes, hashes }: Leaves,
  size: number,
  signedList: () => string,
): AsyncGenerator<string> {
  const entries = function* () {
    for (const [at, index] of indexes.entries())
      yield `[${index},"${hashes.toString('hex', at * hashSize, (at + 1) * hashSize)}"]`
  }
  const nodes = async function* () {
    for await (const [range, hash] of remainingNodes(tiles.nodes, indexes, size))
      yield `"${range}":"${Buffer.from(hash).toString('hex')}"`
  }
  yield '{"entries":'
  yield* joined(['[', ']'], entries())
  yield ',"nodes":'
  yield* joined(['{', '}'], nodes())
  yield `,"files":${JSON.stringify(signedList())}}`
}

/** Node reads files of at most this size at once; a ZIP without zip64 could hold twice as much. */
const mostBytes = 2 ** 31 - 1
const mostEvents = 2_000_000

const requireRoom = (events: number): void => {
  if (events <= mostEvents) return
  const [requested, most] = [events, mostEvents].map((count) => count.toLocaleString('nb-NO'))
  const text = `Eksporten får ${requested} hendelser, og kan ha høyst ${most}. Velg en kortere periode.`
  throw refused('LIMIT', text)
}

/** Milliseconds: the longest delay before the response starts. */
const checkedAhead = 40_000

/** Finds differences before the response starts, while a refusal is still possible. */
const checkAhead = async (entries: AsyncIterable<unknown>): Promise<void> => {
  const end = performance.now() + checkedAhead
  for await (const _ of entries) if (performance.now() > end) return
}

export type Exported = {
  readonly note: string
  readonly size: number
  readonly verifierKey: string
  readonly events: number
}

// The events at these positions, of the checkpoint, with all that is needed to verify them without this system.
// @throws TreeMisfit at a changed event; a difference found after the start aborts the stream.
export const createPackage = async (
  audit: Audit,
  { note, size }: Signed,
  positions: readonly Position[] | 'all',
  report: (exported: Exported) => AsyncIterable<string>,
): Promise<AsyncIterable<Uint8Array>> => {
  const opened = await audit.current()
  requireRoom(positions === 'all' ? size : positions.length)
  const { verifierKey, origin, sign } = opened.checkpoints
  const indexes =
    positions === 'all'
      ? Array.from({ length: size }, (_, index) => index)
      : await opened.tree.indexesOf(positions)
  await checkAhead(entriesAt(audit, opened, indexes)).catch((error: unknown) => {
    audit.report(error, {}, 'an audit export was refused')
    throw error
  })
  const hashes = Buffer.alloc(indexes.length * hashSize)
  const events = async function* () {
    let at = 0
    let bytes = 0
    for await (const { text, leaf } of entriesAt(audit, opened, indexes)) {
      bytes += Buffer.byteLength(text) + 1
      if (bytes > mostBytes)
        throw new Error(`The export has more than ${mostBytes} bytes of events`)
      leaf.copy(hashes, hashSize * at++)
      yield `${text}\n`
    }
  }
  const { digests, file } = createDigests()
  const signedList = () => sign(`${origin} eksport\n${digests.join('')}`)
  const exported = { note, size, verifierKey, events: indexes.length }
  return zipOf([
    file({ name: 'events.ndjson', content: events() }),
    file({ name: 'checkpoint', content: [note] }),
    file({ name: 'key', content: [`${verifierKey}\n`] }),
    file({ name: 'report.html', content: report(exported) }),
    file({ name: 'verify.mjs', content: [verifier] }),
    { name: 'proofs.json', content: proofsOf(opened, { indexes, hashes }, size, signedList) },
  ])
}
