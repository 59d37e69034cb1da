/** Why a line of a price file is left alone, in the words of the screens. */
export const skipReasons = {
  notFound: 'El-nummeret finnes ikke i katalogen',
  otherNumber: 'har ikke El-nummer',
  otherSupplier: 'komponenten har en annen leverandør',
  discontinued: 'utgår hos grossisten',
  noPrice: 'uten pris',
  repeated: 'står to ganger, likt',
} as const
export type SkipReason = keyof typeof skipReasons
