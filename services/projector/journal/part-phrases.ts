import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import type { Change } from '#contracts/history.ts'
import { joinWithAnd } from '#contracts/text.ts'
import { partChanges, priceChanges } from './changes.ts'
import type { Entry, LinkChange, PartChange } from './entries.ts'
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

const days = (value: unknown): string => `${numeral(value)} ${value === 1 ? 'dag' : 'dager'}`

/** True if amounts need no currency of their own. */
const isOneCurrency = ({ before, after }: PartChange): boolean =>
  !before || !after || before['costPriceCurrency'] === after['costPriceCurrency']

type Labels = Readonly<Record<string, readonly [label: string, say: (value: unknown) => string]>>

const labelsOf = (part: PartChange, { quoted }: Telling): Labels => ({
  quantity: ['antall', numeral],
  notes: ['notat', quoted],
  sortOrder: ['rekkefølge', numeral],
  description: ['beskrivelse', quoted],
  value: ['verdi', quoted],
  unit: ['enhet', quoted],
  drawingNumber: ['tegningsnummer', quoted],
  editable: ['redigerbar', yesOrNo],
  supplierArticlenumber: ['leverandør art.nr', quoted],
  costPrice: [
    'kostpris',
    isOneCurrency(part)
      ? amountIn(part.after ?? part.before)
      : (value: unknown) => numeral(value, 2),
  ],
  costPriceCurrency: ['valuta', String],
  priceUnit: ['prisenhet', quoted],
  minimumOrder: ['minste bestilling', numeral],
  leadTime: ['leveringstid', days],
})

export const linkName = ({ kind, id }: LinkChange, { nameOf, quoted }: Telling): string =>
  `${linkKinds[kind].noun.one} ${quoted(nameOf(linkKinds[kind].entity, id))}`

const partName = (part: PartChange, telling: Telling): string => {
  const { nameOf, quoted } = telling
  if (part.of === 'link') return linkName(part, telling)
  return part.of === 'offer'
    ? `tilbud fra ${quoted(nameOf('suppliers', part.id))}`
    : `attributt ${quoted((part.after ?? part.before)!['description'])}`
}

/** The name of a new or removed attribute says its description, and amounts their one currency. */
const isSaid = (part: PartChange, { field }: Change): boolean => {
  if (part.of === 'attribute') return Boolean(part.before && part.after) || field !== 'description'
  return field !== 'costPriceCurrency' || !isOneCurrency(part)
}

/** For new or removed: `(antall 4)`; for changed: `antall endret fra 2 til 4`. */
export const partPhrase = (part: PartChange, telling: Telling): string => {
  const { before, after } = part
  const name = partName(part, telling)
  const labels = labelsOf(part, telling)
  const said = partChanges(part).filter((change) => isSaid(part, change))
  const phrases = said.map((change) => {
    const [label, say] = labels[change.field]!
    return before && after
      ? changed(label, change, say)
      : `${label} ${say(change.to ?? change.from)}`
  })
  if (before && after) return `, ${name}: ${joinWithAnd(phrases) || 'lagret uten endringer'}`
  return `: ${name} ${after ? 'lagt til' : 'fjernet'} (${joinWithAnd(phrases)})`
}
