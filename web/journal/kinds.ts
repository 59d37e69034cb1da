import type { EventType } from '#contracts/events.ts'

/** What people call the kinds of events. */
export const kindNames: Readonly<Record<EventType, string>> = {
  ItemRegistered: 'Post opprettet',
  ItemRevised: 'Post endret',
  ItemPriced: 'Pris endret',
  ItemRemoved: 'Post slettet',
  ItemReinstated: 'Sletting angret',
  OfferMade: 'Tilbud lagt til eller endret',
  OfferRemoved: 'Tilbud fjernet',
  PartLinked: 'Del lagt til',
  PartLinkChanged: 'Antall eller notat for del endret',
  PartUnlinked: 'Del fjernet',
  SubassemblyLinked: 'Underenhet lagt til',
  SubassemblyLinkChanged: 'Antall eller notat for underenhet endret',
  SubassemblyUnlinked: 'Underenhet fjernet',
  AssemblyDissolved: 'Sammenstilling tatt ut av strukturen',
  AssemblyReinstated: 'Sammenstilling tilbake i strukturen',
  AssemblyCloned: 'Sammenstilling klonet',
  ContentsReinstated: 'Innhold hentet tilbake',
  AttributeAdded: 'Attributt lagt til',
  AttributeChanged: 'Attributt endret',
  AttributeRemoved: 'Attributt fjernet',
}
