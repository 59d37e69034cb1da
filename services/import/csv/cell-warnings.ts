import { hasInvisible, oneLine } from '#contracts/text.ts'

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
/** Under a list there may be a sum of it. */
const total = /^(?:sum|delsum|total|totalt|totalsum|i alt)[ :.]*$/i
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
  const found = [...aboutText(text, isCode)]
  if (total.test(text)) found.push('Ser ut som en sum, men leses som en rad')
  if (!isCode) return found
  const all = [...found, ...aboutCode(text)]
  if (key === 'electricalNumber' && !/^\d{7}$/.test(oneLine(text).replaceAll(' ', '')))
    all.push('Et El-nummer har vanligvis 7 sifre')
  return all
}
