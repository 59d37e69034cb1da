const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte)

/** A zip file, which .xlsx is. */
export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 3, 4])

/** Of Excel before 2007, or with a password. */
export const isOldWorkbook = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

export const oldWorkbookAdvice =
  'Dette er en eldre Excel-arbeidsbok (.xls), eller en med passord. Velg «Lagre som» og «Excel-arbeidsbok» eller «CSV UTF-8» i Excel.'

// Read as Latin-1, so that a byte order mark is told whatever the rest of the file is.
const nelfoStart = /^(?:ï»¿)?\s*[a-z]{2}\s*;\s*EFO\/?NELFO\s*;/i
/** Whether a file is of this format, by its first bytes; not whether it is one that can be read. */
export const isNelfo = (text: string): boolean => nelfoStart.test(text)

export const enoughToTell = 256
