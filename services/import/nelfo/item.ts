import { dateOf, fewestFields, fieldOf, lineFields, type LineField } from './lines.ts'
import { priceTypeIn, type NelfoHeader, type PriceType } from './header.ts'
import { pricedFor, type PricedFor } from './units.ts'

export type Item = {
  readonly name: string
  readonly øre: bigint
  /** In hundredths of a percent. */
  readonly discount: bigint
  readonly priceType: PriceType | null
  readonly from: string | null
  readonly isDiscontinued: boolean
  readonly stated: PricedFor
  readonly counted: PricedFor | null
}

export type Fault = { readonly field: LineField | ''; readonly message: string }

const forms = {
  Pris: [
    /^\d{1,10}$/,
    'Prisen skal stå i øre, bare med sifre: 2050 er 20,50. Den leses ikke på andre måter',
  ],
  Mengde: [/^\d{1,9}$/, 'Mengden skal stå i titusendeler, bare med sifre'],
  PrisEnhet: [/^(?=.*\p{L})[\p{L}\d]{1,3}$/u, 'Prisenheten skal være en kode på høyst tre tegn'],
  Status: [/^[0-3]?$/, 'Status skal være 0, 1, 2 eller 3'],
  Pristype: [/^[BN]?$/i, 'Pristypen skal være B (brutto) eller N (netto)'],
  Rabatt: [/^(0?\d{0,4}|10000)$/, 'Rabatten skal stå i hundredels prosent: 1550 er 15,50 %'],
} as const

/** Strict: one wrong field may mean that fields are shifted, so that amounts are wrong too. */
export const readItem = (cells: readonly string[], head: NelfoHeader): Item | readonly Fault[] => {
  if (cells.length < fewestFields)
    return [
      {
        field: '',
        message: `Linjen har ${cells.length} felt, og skal ha ${lineFields.length}. Mangler det noe?`,
      },
    ]
  const faults: Fault[] = []
  const at = (field: LineField) => fieldOf(cells, field)
  const wrong = (field: LineField, message: string) => faults.push({ field, message })
  for (const [field, [form, message]] of Object.entries(forms) as [
    LineField,
    readonly [RegExp, string],
  ][])
    if (!form.test(at(field))) wrong(field, at(field) === '' ? `${field} mangler` : message)
  const date = at('PrisDato')
  const from = /^0*$/.test(date) ? head.from : dateOf(date)
  if (from === undefined) wrong('PrisDato', 'Datoen skal stå som ÅÅÅÅMMDD')
  if (/^0+$/.test(at('Mengde'))) wrong('Mengde', 'Mengden er 0: prisen gjelder for ingenting')
  if (faults.length > 0) return faults

  const of = pricedFor(
    at('MåleEnhet'),
    at('PrisEnhet').toUpperCase(),
    at('PrisEnhetTxt'),
    BigInt(at('Mengde')),
  )
  if ('wrong' in of) return [{ field: 'PrisEnhet', message: of.wrong }]
  return {
    name: [at('VaBetg'), at('VaBetg2')].filter((text) => text !== '').join(' '),
    øre: BigInt(at('Pris')),
    discount: BigInt(at('Rabatt')),
    priceType: priceTypeIn(at('Pristype')) ?? head.priceType,
    from: from ?? null,
    isDiscontinued: at('Status') === '3',
    ...of,
  }
}
