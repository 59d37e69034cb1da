import { chooseDecimal } from '#contracts/csv/options.ts'
import type { Field, Kind, Value } from '#contracts/fields.ts'
import { hasInvisible, manyLines, oneLine } from '#contracts/text.ts'
import { readNumber, type DecimalMark, type NumberReading } from '#contracts/csv/numbers.ts'
import { unescapeFormula } from '#contracts/csv/write.ts'
import { readList } from '#contracts/csv/lists.ts'

export type CellReading = { readonly value: Value } | { readonly wrong: string }

const comma = (number: string) => number.replace('.', ',')

const numberReading = (reading: NumberReading, written: string): CellReading => {
  if ('number' in reading) return { value: Number(reading.number) }
  if ('wrong' in reading)
    return {
      wrong:
        reading.wrong === 'too many digits'
          ? `${written} har for mange sifre`
          : `${written} er ikke et tall`,
    }
  const [decimal, thousands] = reading.either
  return {
    wrong: `${written} kan leses som ${comma(decimal)} eller ${thousands}. ${chooseDecimal}, eller skriv tallet uten tusenskille`,
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const withoutUnit = (text: string, unit: string | undefined) =>
  unit ? text.replace(new RegExp(`\\s*${escaped(unit)}$`, 'i'), '') : text

const yes = new Set(['ja', 'j', 'x', '1', 'true', 'sann', 'sant', 'yes', 'y'])
const no = new Set(['nei', 'n', '0', 'false', 'usann', 'usant', 'no'])

const flagOf = (text: string): CellReading => {
  const word = text.toLowerCase()
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return { wrong: `Skriv Ja eller Nei, ikke ${text}` }
}

const choiceOf = (text: string, options: readonly string[]): CellReading => {
  const option = options.find((known) => known.toLowerCase() === text.toLowerCase())
  return option === undefined
    ? { wrong: `Verdien må være en av: ${options.join(', ')}` }
    : { value: option }
}

const looksNumeric = /^-?\d{1,15}([.,]\d{1,15})?$/
/** A measure is a number where it is written as one; "Ø20 kile" and "05" are texts. */
const measureOf = (text: string, mark: DecimalMark | null): CellReading =>
  looksNumeric.test(text) && !/^-?0\d/.test(text)
    ? numberReading(readNumber(text, mark), text)
    : { value: text }

const textOf = (text: string): CellReading => ({
  value: oneLine(lostMarked(unescapeFormula(text))),
})

type Reader = (text: string, field: Field, mark: DecimalMark | null) => CellReading

const readers: Record<Kind, Reader> = {
  text: textOf,
  multiline: (text) => ({ value: manyLines(lostMarked(unescapeFormula(text))) }),
  email: textOf,
  url: textOf,
  phone: textOf,
  suggestion: textOf,
  number: (text, { unit }, mark) => numberReading(readNumber(withoutUnit(text, unit), mark), text),
  measure: (text, _, mark) => measureOf(oneLine(unescapeFormula(text)), mark),
  flag: flagOf,
  choice: (text, { options }) => choiceOf(text, options ?? []),
  list: (text) => ({ value: readList(lostMarked(unescapeFormula(text))).map(oneLine) }),
  reference: textOf,
  file: textOf,
  files: (text) => ({ value: readList(unescapeFormula(text)) }),
}

export const readCell = (cell: string, field: Field, mark: DecimalMark | null): CellReading =>
  readers[field.kind](cell.trim(), field, mark)

const numeric: ReadonlySet<Kind> = new Set<Kind>(['number', 'measure'])
export const isNumeric = (field: Field): boolean => numeric.has(field.kind)

/** What æ, ø, å, ° and the like become where UTF-8 is read as something else, and saved again. */
const misread = /Ã[¦¸¥†˜…¤¶¼„–œ©]|Â[°½¼²³±µ®]|â€|√[∏•¶Öò]|├[ª©╕Ñ]/
/** What no character set that we know has a sign for. */
const unreadable = /[\u0080-\u009f]/g
/** With the sign for a lost one in the place of each: it is kept, and told of. */
export const lostMarked = (text: string): string => text.replace(unreadable, '\uFFFD')
/** Signs of frames at letters, and others between them, are letters of another code page. */
const inWord = /\p{L}[\u2500-\u259f]|[\u2500-\u259f]\p{L}|\p{L}[†‡›‹ˆ¬¶ƒ„‘]\p{L}/u
const errorValue = /^#(?:N\/A|I\/T|NAVN\?|NAME\?|VERDI!|VALUE!|REF!|DIV\/0!|NULL!|NUM!|#+)$/i
/** A number that Excel has written in its short form; without a decimal sign it may be a name. */
const shortened = /^\d+[.,]\d+E\+?\d+$/i
const maybeShortened = /^\d+([.,]\d+)?E\+?\d+$/i
const month = '(?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|des|dec)[a-z]*\\.?'
const date = new RegExp(
  `^(?:\\d{1,2}[. -]{1,2}${month}|${month}[. -]{1,2}\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{4})$`,
  'i',
)
/** Excel keeps fifteen digits, and writes zeros for the rest. */
const rounded = /^\d{15,}0$/
const quotedNumber = /^'\d+$/

const excelShortened = 'Ser ut som et tall Excel har forkortet: skriv inn hele nummeret'

export const aboutText = (text: string, isCode = false): readonly string[] => {
  const found: string[] = []
  if (text.includes('\uFFFD')) found.push('Teksten har tegn som gikk tapt før importen (�)')
  if (text.search(unreadable) >= 0) found.push('Teksten har tegn som ikke kunne leses')
  if (inWord.test(text)) found.push('Tegn midt i ord: er tegnsettet riktig?')
  if (misread.test(text))
    found.push(
      'Ser ut til å være lest med feil tegnsett før importen (æ, ø og å er blitt til annet)',
    )
  if (errorValue.test(text)) found.push('Dette er en feil fra Excel, ikke en verdi')
  if ((isCode ? maybeShortened : shortened).test(text)) found.push(excelShortened)
  return found
}

const aboutCode = (text: string): readonly string[] => {
  const found: string[] = []
  if (hasInvisible(text)) found.push('Usynlige tegn er fjernet')
  if (date.test(text)) found.push('Ser ut som en dato Excel har laget av nummeret')
  if (rounded.test(text))
    found.push('Excel runder av tall med flere enn 15 sifre: er nummeret helt?')
  if (quotedNumber.test(text)) found.push('Begynner med en apostrof: hører den til nummeret?')
  return found
}

export const cellWarnings = (key: string, isCode: boolean, cell: string): readonly string[] => {
  const text = cell.trim()
  const found = aboutText(text, isCode)
  if (!isCode) return found
  const all = [...found, ...aboutCode(text)]
  if (key === 'electricalNumber' && !/^\d{7}$/.test(oneLine(text).replaceAll(' ', '')))
    all.push('Et El-nummer har vanligvis 7 sifre')
  return all
}
