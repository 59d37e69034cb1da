/** No zod here: the web app's first bundle imports this file. */
export const skipReasons = {
  notFound: 'med El-nummer som ikke er i katalogen',
  otherNumber: 'uten El-nummer',
  otherSupplier: 'der komponenten har en annen leverandør',
  discontinued: 'som utgår hos grossisten',
  noPrice: 'uten pris',
  repeated: 'som står flere ganger',
} as const
export type SkipReason = keyof typeof skipReasons
