import { UnreadableWorkbook } from './zip.ts'

const longestText = 100_000
const textTooLong = 'Arbeidsboken har en celle som er lengre enn 100 000 tegn.'

const escaped = /_x([0-9a-f]{4})_/gi

/** OOXML writes characters that XML cannot contain as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Joins the runs of a text, without phonetic hints (rPh). */
export const createTextCollector = () => {
  let isIn = false
  let isPronunciation = false
  let text = ''
  return {
    open: (name: string): void => {
      if (name === 't') isIn = true
      else if (name === 'rPh') isPronunciation = true
    },
    text: (more: string): void => {
      if (isIn && !isPronunciation) text += more
      if (text.length > longestText) throw new UnreadableWorkbook(textTooLong)
    },
    close: (name: string): void => {
      if (name === 't') isIn = false
      else if (name === 'rPh') isPronunciation = false
    },
    take: (): string => {
      const result = unescapeText(text)
      text = ''
      return result
    },
  }
}
