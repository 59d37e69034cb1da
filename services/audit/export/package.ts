import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Position } from '#contracts/event-log.ts'
import { refused } from '#kernel/refused.ts'
import type { Audit, Opened } from '../audit.ts'
import { entriesAt } from './entries.ts'
import { remainingNodes } from './remaining-nodes.ts'
import { zipOf, type File } from './zip.ts'

const verifier = readFileSync(join(import.meta.dirname, 'verify.mjs'), 'utf8')

/** Digests what passes through it, by the file's name. */
const digesting = () => {
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

/** An array or an object of JSON, part by part. */
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

/** The verifier reads a file at once, which Node does up to here; a ZIP without zip64 holds twice as much. */
const mostBytes = 2 ** 31 - 1
/** So many are less, unless they are far larger than events are. */
const mostEvents = 2_000_000

const requireRoom = (events: number): void => {
  if (events <= mostEvents) return
  const [asked, most] = [events, mostEvents].map((count) => count.toLocaleString('nb-NO'))
  const text = `Eksporten får ${asked} hendelser, og kan ha høyst ${most}. Velg en kortere periode.`
  throw refused('LIMIT', text)
}

/** Who asks waits for a minute at most before the answer begins. */
const checkedAhead = 40_000

/** So that it is refused by name what can no longer be once the answer has begun. */
const checkAhead = async (entries: AsyncIterable<unknown>): Promise<void> => {
  const end = performance.now() + checkedAhead
  for await (const _ of entries) if (performance.now() > end) return
}

export type Exported = {
  readonly note: string
  readonly size: number
  readonly verifierKey: string
  /** How many events are in it. */
  readonly events: number
}

/**
 * What is at these positions of the log, or all, with what it takes to check it without this system.
 * @throws TreeMisfit with the name of an event that is not as it was; what it finds late breaks the export off.
 */
export const createPackage = async (
  audit: Audit,
  positions: readonly Position[] | 'all',
  report: (exported: Exported) => AsyncIterable<string>,
): Promise<AsyncIterable<Uint8Array>> => {
  const { note, size } = await audit.checkpoint()
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
  const { digests, file } = digesting()
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
