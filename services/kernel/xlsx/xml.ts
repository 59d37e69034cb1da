import { SaxesParser } from 'saxes'
import { damaged, UnreadableWorkbook } from './zip.ts'

export type Attributes = Readonly<Record<string, string>>
type Handlers = {
  readonly open: (name: string, attributes: Attributes) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Writers choose their own prefixes. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

export const attribute = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ??
  Object.entries(attributes).find(([key]) => localName(key) === name && key !== name)?.[1]

/** The parser holds what it has not come to the end of: no cell is as long. */
const longestPart = 1024 * 1024
const tooLong = 'Arbeidsboken har en celle som er for lang.'

/** What the parser finds wrong is the file's fault. */
const feed = (write: () => unknown): void => {
  try {
    write()
  } catch (error) {
    throw error instanceof UnreadableWorkbook
      ? error
      : new UnreadableWorkbook(damaged, { cause: error })
  }
}

/** Reads a part of a workbook, and stops after each piece, so that what came of it can be taken. */
export async function* parseXml(
  pieces: AsyncIterable<Uint8Array>,
  { open, text, close }: Handlers,
): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = new SaxesParser()
  let held = 0
  parser.on('opentag', (tag) => {
    held = 0
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
    held += piece.length
    feed(() => parser.write(decoder.decode(piece, { stream: true })))
    if (held > longestPart) throw new UnreadableWorkbook(tooLong)
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
