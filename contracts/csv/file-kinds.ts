type ImportFileKind = 'workbook' | 'oldWorkbook' | 'priceFile' | 'markup' | 'text'

/** As many bytes of a file as tell its kind. */
export const enoughToTell = 256

const isZip = [0x50, 0x4b, 3, 4]
/** Of Excel before 2007, or with a password. */
const isCompound = [0xd0, 0xcf, 0x11, 0xe0]
// Read as Latin-1, so that a byte order mark is told whatever the rest of the file is.
const isNelfo = /^(?:ï»¿)?\s*[a-z]{2}\s*;\s*EFO\/?NELFO\s*;/i

/** What web shops send as .xls, and Excel opens all the same. */
const isMarkup = /^(?:ï»¿)?\s*<(?:!doctype|html|table|\?xml)/i

/** What a file is by what it begins with; not whether it is one that can be read. */
export const fileKind = (bytes: Uint8Array): ImportFileKind => {
  const startsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  if (startsWith(isZip)) return 'workbook'
  if (startsWith(isCompound)) return 'oldWorkbook'
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, enoughToTell))
  if (isMarkup.test(text)) return 'markup'
  return isNelfo.test(text) ? 'priceFile' : 'text'
}

const saveAs = 'Velg «Lagre som» og «Excel-arbeidsbok» eller «CSV UTF-8» i Excel.'
/** What to do about a file of a kind that is not read. */
export const adviceFor: Partial<Record<ImportFileKind, string>> = {
  oldWorkbook: `Dette er en eldre Excel-arbeidsbok (.xls), eller en med passord. ${saveAs}`,
  markup: `Dette er en nettside eller XML, selv om Excel kan åpne den. ${saveAs}`,
}
