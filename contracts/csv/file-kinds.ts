export const chooseCsv = 'Vennligst velg en CSV-fil'

const types = ['text/csv', 'application/csv', 'application/vnd.ms-excel']
/** Also by file name: Windows with Excel gives CSV files another media type. */
export const isCsv = (type: string, name: string): boolean =>
  types.includes(type) || /\.csv$/i.test(name)

type ImportFileKind = 'workbook' | 'oldWorkbook' | 'openDocument' | 'priceFile' | 'markup' | 'text'

export const fileKindBytes = 256

const isZip = [0x50, 0x4b, 3, 4]
/** Excel before 2007, or a workbook with a password. */
const isCompound = [0xd0, 0xcf, 0x11, 0xe0]
/** The first entry of the zip file is its media type. */
const isOpenDocument = /^[^]{30}mimetypeapplication\/vnd\.oasis\.opendocument/
// Read as Latin-1, so that a byte order mark matches in any encoding.
const isNelfo = /^(?:ï»¿)?\s*[a-z]{2}\s*;\s*EFO\/?NELFO\s*;/i

/** Some web shops send HTML named .xls; Excel opens it. */
const isMarkup = /^(?:ï»¿)?\s*<(?:!doctype|html|table|\?xml)/i

export const fileKind = (bytes: Uint8Array): ImportFileKind => {
  const startsWith = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)
  if (startsWith(isCompound)) return 'oldWorkbook'
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, fileKindBytes))
  if (startsWith(isZip)) return isOpenDocument.test(text) ? 'openDocument' : 'workbook'
  if (isMarkup.test(text)) return 'markup'
  return isNelfo.test(text) ? 'priceFile' : 'text'
}

const saveAs = 'Velg «Lagre som» og «Excel-arbeidsbok» eller «CSV UTF-8» i Excel.'
export const adviceFor: Partial<Record<ImportFileKind, string>> = {
  oldWorkbook: `Dette er en eldre Excel-arbeidsbok (.xls), eller en med passord. ${saveAs}`,
  openDocument:
    'Dette er en OpenDocument-fil (.ods). Velg «Lagre som» og «Excel 2007–365 (.xlsx)» i LibreOffice.',
  markup: `Dette er en nettside eller XML, selv om Excel kan åpne den. ${saveAs}`,
}
