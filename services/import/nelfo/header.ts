import { currencies, type Currency } from '#contracts/pricing.ts'
import { refuseFile, type Row } from '../csv/row.ts'
import { dateOf } from './lines.ts'

export const nelfoName = 'EFO/NELFO 4.0'

/** `B` is gross, before an agreed discount; `N` is net. */
export type PriceType = 'B' | 'N'

export const priceTypeIn = (text: string): PriceType | null =>
  (['B', 'N'] as const).find((one) => one === text.toUpperCase()) ?? null

export type NelfoHeader = {
  /** VH is a wholesaler's catalogue with VL lines; PH is an offer to one customer with PL lines. */
  readonly kind: 'V' | 'P'
  readonly seller: string
  /** Usually NO, an organisation number and MVA. */
  readonly sellerId: string
  readonly from: string | null
  readonly to: string | null
  readonly currency: Currency
  readonly priceType: PriceType | null
}

const otherKinds: Readonly<Record<string, string>> = {
  BH: 'en bestilling',
  IH: 'en forespørsel',
  CH: 'en ordrebekreftelse',
  RH: 'en rabattfil',
  FH: 'en faktura',
}

const fields = {
  version: 2,
  sellerId: 3,
  from: 6,
  to: 7,
  currency: 8,
  seller: 10,
  priceType: 16,
} as const

export const isHeader = ({ cells }: Row): boolean => /^EFO\/?NELFO$/i.test(cells[1] ?? '')

export const isOf = ({ kind }: NelfoHeader, { cells }: Pick<Row, 'cells'>): boolean =>
  cells[0]!.toUpperCase() === `${kind}L`

export const readHeader = ({ line, cells }: Row): NelfoHeader => {
  const at = (field: keyof typeof fields) => cells[fields[field]] ?? ''
  const refuse = (message: string, value: string) => refuseFile(message, { line, value })
  const post = cells[0]!.slice(-2).toUpperCase()
  if (post !== 'VH' && post !== 'PH')
    refuse(
      `Filen er ${otherKinds[post] ?? 'en annen EFO/NELFO-fil'} (${post}). Det er varefiler (VH) og pristilbud (PH) som kan importeres.`,
      post,
    )
  const version = at('version')
  if (!/^4([.,]0)?$/.test(version))
    refuse(
      `Filen er i EFO/NELFO versjon ${version || 'ukjent'}, og det er versjon 4.0 som kan leses. Be grossisten om filen i 4.0.`,
      version,
    )
  const date = (field: 'from' | 'to') => {
    const text = at(field)
    // Some files write zeros instead of an empty date.
    if (/^0*$/.test(text)) return null
    return dateOf(text) ?? refuse(`«${text}» i hodeposten er ikke en dato (ÅÅÅÅMMDD).`, text)
  }
  const named = at('currency').toUpperCase() || 'NOK'
  const currency = currencies.find((known) => known === named)
  return {
    kind: post === 'VH' ? 'V' : 'P',
    seller: at('seller'),
    sellerId: at('sellerId'),
    from: date('from'),
    to: date('to'),
    currency: currency ?? refuse(`Prisene er i ${named}, som ikke kan brukes her.`, named),
    priceType: priceTypeIn(at('priceType')),
  }
}

/** Company suffixes, which are ignored when names are compared. */
const endings = new Set(['as', 'asa', 'ans', 'da', 'ab', 'norge', 'norway'])

const bareName = (name: string): string => {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('a/s', 'as')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  while (words.length > 1 && endings.has(words.at(-1)!)) words.pop()
  return words.join(' ')
}

/** Treats "Onninen" and "ONNINEN A/S", or "Ahlsell" and "Ahlsell Norge AS", as the same wholesaler. */
export const isSameCompany = (a: string, b: string): boolean => {
  const name = bareName(a)
  return name !== '' && name === bareName(b)
}
