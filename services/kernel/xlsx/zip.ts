import { posix } from 'node:path'
import { openPromise, type Entry, type ZipFile } from 'yauzl'

/** The message is shown to the user. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook'
}

const mostParts = 10_000
export const damaged =
  'Arbeidsboken er skadet og kan ikke leses. Åpne den i Excel og lagre den på nytt.'

/** Errors of the zip library mean a damaged file; those with a code come from the disk. */
const asUnreadable = (error: unknown): unknown => {
  const isOurs = error instanceof UnreadableWorkbook || (error as NodeJS.ErrnoException).code
  return isOurs ? error : new UnreadableWorkbook(damaged, { cause: error })
}

async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw asUnreadable(error)
  }
}

const entriesOf = async (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> => {
  if (zip.entryCount > mostParts) throw new UnreadableWorkbook(damaged)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

/** Checks the declared uncompressed size before unpacking. */
export const openZip = async (path: string) => {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true })
    const entries = await entriesOf(zip)
    const opened = zip
    return {
      has: (name: string): boolean => entries.has(name),
      part: (name: string, longest: number): AsyncIterable<Uint8Array> => {
        const entry = entries.get(posix.normalize(name))
        if (!entry) throw new UnreadableWorkbook(damaged)
        if (entry.uncompressedSize > longest)
          throw new UnreadableWorkbook(
            'Arbeidsboken er for stor. Del den opp, eller lagre den som CSV.',
          )
        return piecesOf(opened, entry)
      },
      close: () => opened.close(),
    }
  } catch (error) {
    zip?.close()
    throw asUnreadable(error)
  }
}

export type Zip = Awaited<ReturnType<typeof openZip>>
