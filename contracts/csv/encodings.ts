/** The first two and UTF-16 are found by what is in a file; the others are for people to choose. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac Roman',
  cp865: 'DOS (CP865)',
  cp850: 'DOS (CP850)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
} as const

export const encodingAsked = 'Tegnsettet kan ikke gjenkjennes'

export type Encoding = keyof typeof encodingNames
export const encodings = Object.keys(encodingNames) as [Encoding, ...Encoding[]]
