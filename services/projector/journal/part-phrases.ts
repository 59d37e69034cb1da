import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import type { Change } from '#contracts/history.ts'
import { joinWithAnd } from '#contracts/text.ts'
import { attributeChanges, linkChanges, offerChanges, priceChanges } from './changes.ts'
import type { AttributeChange, Entry, LinkChange, OfferChange } from './entries.ts'
import { changed, numeral, yesOrNo, type Telling } from './phrases.ts'

type Word = { readonly one: string; readonly many: string }
export const attributeWord: Word = { one: 'attributt', many: 'attributter' }

const amountIn = (price: Entry['price']['before']) => (value: unknown) => {
  const currency = price?.['costPriceCurrency']
  return `${numeral(value, 2)} ${currency === 'NOK' ? 'kr' : String(currency)}`
}

/** An amount says its currency. */
export const pricePhrases = (entry: Entry, { quoted }: Telling): readonly string[] => {
  const { before, after } = entry.price
  const changes = priceChanges(entry).filter(({ field }) => field !== 'validFrom')
  const amounts = changes.filter(({ field }) => field === 'costPrice' || field === 'listPrice')
  const phrases: Record<string, (change: Change) => string> = {
    costPrice: (change) => changed('kostpris', change, amountIn(before), amountIn(after)),
    listPrice: (change) => changed('listepris', change, amountIn(before), amountIn(after)),
    costPriceCurrency: (change) => changed('valuta', change, String),
    priceFactor: (change) => changed('prisfaktor', change, numeral),
    priceUnit: (change) => changed('prisenhet', change, quoted),
  }
  return changes
    .filter(({ field }) => amounts.length === 0 || field !== 'costPriceCurrency')
    .map((change) => phrases[change.field]!(change))
}

const longDate = new Intl.DateTimeFormat('nb-NO', { dateStyle: 'long', timeZone: 'UTC' })

/** Mentioned only if it is not the day of the change. */
export const validityPhrase = ({ price }: Entry): string => {
  const day = price.after?.['validFrom']
  if (typeof day !== 'string') return ''
  const date = longDate.format(new Date(day))
  return price.after?.['withdrawn']
    ? `, for prisen fra ${date} er tatt tilbake`
    : `, gjelder fra ${date}`
}

type Labels = Readonly<Record<string, readonly [label: string, say: (value: unknown) => string]>>

const linkLabels = ({ quoted }: Telling): Labels => ({
  quantity: ['antall', numeral],
  notes: ['notat', quoted],
  sortOrder: ['rekkefølge', numeral],
})
const attributeLabels = ({ quoted }: Telling): Labels => ({
  description: ['beskrivelse', quoted],
  value: ['verdi', quoted],
  unit: ['enhet', quoted],
  drawingNumber: ['tegningsnummer', quoted],
  editable: ['redigerbar', yesOrNo],
  sortOrder: ['rekkefølge', numeral],
})

/** For new or removed: `(antall 4)`; for changed: `antall endret fra 2 til 4`. */
const partPhrase = (
  part: string,
  { before, after }: Entry['record'],
  changes: readonly Change[],
  labels: Labels,
): string => {
  const phrases = changes.map((change) => {
    const [label, say] = labels[change.field]!
    return before && after
      ? changed(label, change, say)
      : `${label} ${say(change.to ?? change.from)}`
  })
  if (before && after) return `, ${part}: ${joinWithAnd(phrases) || 'lagret uten endringer'}`
  return `: ${part} ${after ? 'lagt til' : 'fjernet'} (${joinWithAnd(phrases)})`
}

export const linkName = ({ kind, id }: LinkChange, { nameOf, quoted }: Telling): string =>
  `${linkKinds[kind].noun.one} ${quoted(nameOf(linkKinds[kind].entity, id))}`

export const linkPhrase = (link: LinkChange, telling: Telling): string =>
  partPhrase(linkName(link, telling), link, linkChanges(link), linkLabels(telling))

export const attributePhrase = (attribute: AttributeChange, telling: Telling): string => {
  const { description } = (attribute.after ?? attribute.before)!
  const changes = attributeChanges(attribute)
  const isChanged = attribute.before && attribute.after
  const shown = isChanged ? changes : changes.filter(({ field }) => field !== 'description')
  const name = `attributt ${telling.quoted(description)}`
  return partPhrase(name, attribute, shown, attributeLabels(telling))
}

const days = (value: unknown): string => `${numeral(value)} ${value === 1 ? 'dag' : 'dager'}`

/** True if amounts need no currency of their own. */
const isOneCurrency = ({ before, after }: OfferChange): boolean =>
  !before || !after || before['costPriceCurrency'] === after['costPriceCurrency']

const offerLabels = (offer: OfferChange, { quoted }: Telling): Labels => ({
  supplierArticlenumber: ['leverandør art.nr', quoted],
  costPrice: [
    'kostpris',
    isOneCurrency(offer)
      ? amountIn(offer.after ?? offer.before)
      : (value: unknown) => numeral(value, 2),
  ],
  costPriceCurrency: ['valuta', String],
  priceUnit: ['prisenhet', quoted],
  minimumOrder: ['minste bestilling', numeral],
  leadTime: ['leveringstid', days],
})

export const offerPhrase = (offer: OfferChange, telling: Telling): string => {
  const shown = offerChanges(offer).filter(
    ({ field }) => field !== 'costPriceCurrency' || !isOneCurrency(offer),
  )
  const name = `tilbud fra ${telling.quoted(telling.nameOf('suppliers', offer.id))}`
  return partPhrase(name, offer, shown, offerLabels(offer, telling))
}
