import { hasInvisible, joinedDigits } from '#contracts/text.ts'
import type { NumberCell } from '#kernel/xlsx/cell-text.ts'

/** Mojibake: UTF-8 letters such as æ, ø, å and ° that were read in another encoding and saved again. */
const misread = /Ã[¦¸¥†˜…¤¶¼„–œ©]|Â[°½¼²³±µ®]|â€|√[∏•¶Öò]|├[ª©╕Ñ]/
/** Control characters that no known encoding assigns. */
const unreadable = /[\u0080-\u009f]/g
export const lostMarked = (text: string): string => text.replace(unreadable, '\uFFFD')
/** Box-drawing characters next to letters, and others between letters, are letters of another code page. */
const inWord = /\p{L}[\u2500-\u259f]|[\u2500-\u259f]\p{L}|\p{L}[†‡›‹ˆ¬¶ƒ„‘]\p{L}/u
/** × and ® of CP850, and ³ behind a letter, read as CP865. */
const otherDos = /[₧⌐]|\p{L}ⁿ/u
const errorValue = /^#(?:N\/A|I\/T|NAVN\?|NAME\?|VERDI!|VALUE!|REF!|DIV\/0!|NULL!|NUM!|#+)$/i
/** A number in Excel's scientific notation. Without a decimal mark it may be a name. */
const shortened = /^\d+[.,]\d+E\+?\d+$/i
const maybeShortened = /^\d+([.,]\d+)?E\+?\d+$/i
const month = '(?:jan|feb|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|des|dec)[a-z]*\\.?'
const date = new RegExp(
  `^(?:\\d{1,2}[. -]{1,2}${month}|${month}[. -]{1,2}\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\d{4}-\\d\\d-\\d\\d(?: \\d\\d:\\d\\d:\\d\\d)?)$`,
  'i',
)
const time = /^\d\d:\d\d:\d\d$/
/** Excel keeps 15 digits and replaces the rest with zeros. */
const rounded = /^\d{15,}0$/
const total = /^(?:sum|delsum|total|totalt|totalsum|i alt)[ :.]*$/i
const quotedNumber = /^'\d+$/
const inQuotes = /^".*"$/

type Warning = readonly [form: RegExp, message: string]

const always: readonly Warning[] = [
  [/\uFFFD/, 'Teksten har tegn som gikk tapt før importen (�)'],
  [/[\u0080-\u009f]/, 'Teksten har tegn som ikke kunne leses'],
  [inWord, 'Tegn midt i ord: er tegnsettet riktig?'],
  [otherDos, 'Tegn som er sjeldne på norsk: er tegnsettet riktig?'],
  [misread, 'Ser ut til å være lest med feil tegnsett før importen (æ, ø og å er blitt til annet)'],
  [errorValue, 'Dette er en feil fra Excel, ikke en verdi'],
]
const excelShortened = 'Ser ut som et tall Excel har forkortet: skriv inn hele nummeret'
const ofText: readonly Warning[] = [...always, [shortened, excelShortened]]
const ofCode: readonly Warning[] = [...always, [maybeShortened, excelShortened]]
const ofCodeAlone: readonly Warning[] = [
  [date, 'Ser ut som en dato Excel har laget av nummeret'],
  [time, 'Ser ut som et klokkeslett Excel har laget av nummeret'],
  [rounded, 'Excel runder av tall med flere enn 15 sifre: er nummeret helt?'],
  [quotedNumber, 'Begynner med en apostrof: hører den til nummeret?'],
  [inQuotes, 'Står i sitattegn: hører de til nummeret?'],
]

const found = (warnings: readonly Warning[], text: string): readonly string[] =>
  warnings.flatMap(([form, message]) => (form.test(text) ? [message] : []))

const aboutElectrical = (number: string): readonly string[] =>
  /^\d{7}$/.test(joinedDigits(number)) ? [] : ['Et El-nummer har vanligvis 7 sifre']

/** Thousands may be parted by spaces, points or commas. */
const groupings = [/\s/g, /[\s.]/g, /[\s,]/g]
const isNumber = (text: string, number: number) =>
  groupings.some((marks) => Number(text.replace(marks, '').replace(',', '.')) === number)

export const isPercentage = ({ shown }: NumberCell): boolean => shown?.().includes('%') ?? false

/** About a number that is an identifier, or a percentage where a price should be. */
export const numberWarnings = ({ value, shown }: NumberCell): readonly string[] => {
  const seen = shown?.() ?? value
  return isNumber(seen, Number(value))
    ? []
    : [`Arket viser «${seen}», men det er tallet ${value} som leses`]
}

export const aboutText = (text: string): readonly string[] => found(ofText, text)

export const cellWarnings = (key: string, isCode: boolean, cell: string): readonly string[] => {
  const text = cell.trim()
  const all = [...found(isCode ? ofCode : ofText, text)]
  if (total.test(text)) all.push('Ser ut som en sum, men leses som en rad')
  if (!isCode) return all
  if (hasInvisible(text)) all.push('Usynlige tegn er fjernet')
  all.push(...found(ofCodeAlone, text))
  return key === 'electricalNumber' ? [...all, ...aboutElectrical(text)] : all
}
