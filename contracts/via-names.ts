/** No zod here: the web app's first bundle imports this file. */
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
