const starts = [
  [0x50, 0x4b, 3, 4], // zip, which .xlsx is
  [0xd0, 0xcf, 0x11, 0xe0], // .xls
] as const

/** Whether a file begins as Excel's own do. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  starts.some((start) => start.every((byte, at) => bytes[at] === byte))

export const workbookAdvice =
  'Dette er en Excel-arbeidsbok eller en zip-fil, ikke en CSV-fil. Velg «Lagre som» og «CSV UTF-8» i Excel.'
