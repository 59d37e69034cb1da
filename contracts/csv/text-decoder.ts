import type { Encoding } from './encodings.ts'
import { UnreadableFile } from './problems.ts'

/** Bytes 128 to 255 of what DOS wrote, which TextDecoder does not know. */
const codePages: Partial<Record<Encoding, string>> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp865:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
}
const upperHalf = Uint8Array.from({ length: 128 }, (_, at) => 128 + at)
const beyondAscii = /[^\0-\x7f]/g

/** The text of bytes in pieces, without a byte order mark. Throws TypeError where they are no such text. */
export const textDecoder = (encoding: Encoding) => {
  const page = codePages[encoding]
  const decoder = new TextDecoder(page ? 'windows-1252' : encoding, { fatal: true })
  // Every byte is another character in Windows-1252 as TextDecoder has it: by that it is looked up.
  const inWindows = page ? decoder.decode(upperHalf) : ''
  const characters = new Map(
    Array.from(inWindows, (character, at) => [character, page?.[at] ?? character]),
  )
  const read = (text: string) =>
    page ? text.replace(beyondAscii, (character) => characters.get(character) ?? character) : text
  return {
    push: (bytes: Uint8Array): string => read(decoder.decode(bytes, { stream: true })),
    end: (): string => decoder.decode(),
  }
}

export const noText = (line: number, advice = '') =>
  new UnreadableFile(`Filen er ikke tekst: den har et nulltegn på linje ${line}.${advice}`, {
    line,
  })

const linesIn = (text: string) => text.split('\n').length - 1

/** Whether pieces are text in an encoding. Throws UnreadableFile at a null character, which none has. */
export const textChecker = (encoding: Encoding) => {
  const decoder = textDecoder(encoding)
  let isValid = true
  let line = 1
  const check = (read: () => string) => {
    if (!isValid) return
    let text: string
    try {
      text = read()
    } catch {
      // What such a text cannot have: so it is none.
      isValid = false
      return
    }
    if (encoding === 'utf-8') return
    const nothing = text.indexOf('\u0000')
    if (nothing >= 0) throw noText(line + linesIn(text.slice(0, nothing)))
    line += linesIn(text)
  }
  return {
    /** Whether it has been text so far. */
    push: (bytes: Uint8Array): boolean => {
      check(() => decoder.push(bytes))
      return isValid
    },
    end: (): boolean => {
      check(() => decoder.end())
      return isValid
    },
  }
}

/** Which of whole lines is the first that is no UTF-8. */
export const firstBadLine = (bytes: Uint8Array): number => {
  let from = 0
  for (let at = 0; from < bytes.length; at++) {
    const to = bytes.indexOf(10, from) + 1 || bytes.length
    if (!textChecker('utf-8').push(bytes.subarray(from, to))) return at
    from = to
  }
  return 0
}
