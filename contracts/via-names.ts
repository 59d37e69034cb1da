/** By which way a change can come, and what staff call it. Without schemas, for the pages of the app. */
export const viaNames = {
  form: 'Skjema',
  token: 'API-nøkkel',
  import: 'Import',
  bulk: 'Samlet endring',
  pricefile: 'Prisfil',
  clone: 'Kloning',
  undo: 'Angring',
  system: 'Systemet',
} as const

export type ViaKind = keyof typeof viaNames
