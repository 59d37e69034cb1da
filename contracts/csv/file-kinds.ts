const starts = [
  [0x50, 0x4b, 3, 4], // zip, which .xlsx is
  [0xd0, 0xcf, 0x11, 0xe0], // .xls
] as const

export const isWorkbook = (bytes: Uint8Array): boolean =>
  starts.some((start) => start.every((byte, at) => bytes[at] === byte))

export const workbookAdvice =
  'Dette er en Excel-arbeidsbok eller en zip-fil, ikke en CSV-fil. Velg «Lagre som» og «CSV UTF-8» i Excel.'

// Read as Latin-1, so that a byte order mark is told whatever the rest of the file is.
const nelfoStart = /^(?:ï»¿)?\s*[a-z]{2}\s*;\s*EFO\/?NELFO\s*;/i
/** Whether a file is of this format, by its first bytes; not whether it is one that can be read. */
export const isNelfo = (text: string): boolean => nelfoStart.test(text)

export const enoughToTell = 256
