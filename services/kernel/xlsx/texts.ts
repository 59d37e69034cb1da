import { UnreadableWorkbook } from './zip.ts'

const longestText = 100_000
const textTooLong = 'Arbeidsboken har en celle som er lengre enn 100 000 tegn.'

const escaped = /_x([0-9a-f]{4})_/gi

/** `_x000D_` is how a workbook writes what XML cannot hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Puts together a text that may be in runs; how it is pronounced is no part of it. */
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
      const whole = unescapeText(text)
      text = ''
      return whole
    },
  }
}
