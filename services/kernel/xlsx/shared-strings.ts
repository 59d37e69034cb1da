import { createTextCollector } from './texts.ts'
import { readXml } from './xml.ts'

/** The texts that cells refer to by number. */
export const readSharedStrings = async (
  pieces: AsyncIterable<Uint8Array>,
): Promise<readonly string[]> => {
  const strings: string[] = []
  const { open, text, close, take } = createTextCollector()
  await readXml(pieces, {
    open,
    text,
    close: (name) => {
      close(name)
      if (name === 'si') strings.push(take())
    },
  })
  return strings
}
