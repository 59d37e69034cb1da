import { SaxesParser } from 'saxes'
import { damaged, UnreadableWorkbook } from './zip.ts'

export type Attributes = Readonly<Record<string, string>>
type Handlers = {
  readonly open: (name: string, attributes: Attributes) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Prefixes differ between writers. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

export const attribute = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ??
  Object.entries(attributes).find(([key]) => localName(key) === name && key !== name)?.[1]

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The parser buffers an unfinished element. */
const longestPart = 1024 * 1024
const tooLong = 'Arbeidsboken har en celle som er for lang.'

/** Parser errors are errors in the file. */
const feed = (write: () => unknown): void => {
  try {
    write()
  } catch (error) {
    throw error instanceof UnreadableWorkbook
      ? error
      : new UnreadableWorkbook(damaged, { cause: error })
  }
}

/** Yields after each chunk, so that the caller can take what was parsed. */
export async function* parseXml(
  pieces: AsyncIterable<Uint8Array>,
  { open, text, close }: Handlers,
): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new SaxesParser()
  let buffered = 0
  parser.on('opentag', (tag) => {
    buffered = 0
    open(localName(tag.name), tag.attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)))
  parser.on('doctype', () => {
    throw new UnreadableWorkbook('Arbeidsboken har en DOCTYPE, som ingen arbeidsbok skal ha.')
  })
  for await (const piece of pieces) {
    buffered += piece.length
    feed(() => parser.write(decoder.decode(piece, { stream: true })))
    if (buffered > longestPart) throw new UnreadableWorkbook(tooLong)
    yield
  }
  feed(() => parser.write(decoder.decode()).close())
  yield
}

export const readXml = async (
  pieces: AsyncIterable<Uint8Array>,
  handlers: Handlers,
): Promise<void> => {
  for await (const _ of parseXml(pieces, handlers));
}
